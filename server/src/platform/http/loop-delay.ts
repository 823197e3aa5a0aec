import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two looks; what a look finds beyond them, something has held. */
const resolutionMs = 10;

/** Upper bounds in seconds. Nothing may hold the event loop longer than 0.02. */
const buckets = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1] as const;

/** How long the event loop was held, as a histogram since the start. */
export class LoopDelay implements Disposable {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs });

  constructor() {
    this.#histogram.enable();
  }

  /** In Prometheus' text form. */
  lines(): string[] {
    const name = 'duet_event_loop_delay_seconds';
    const { count, mean } = this.#histogram;
    const held = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
    return [
      `# TYPE ${name} histogram`,
      ...buckets.map((most) => `${name}_bucket{le="${most}"} ${this.#within(most)}`),
      `${name}_bucket{le="+Inf"} ${count}`,
      `${name}_sum ${count === 0 ? 0 : held(mean) * count}`,
      `${name}_count ${count}`,
    ];
  }

  [Symbol.dispose](): void {
    this.#histogram.disable();
  }

  /** How many looks found the loop held for no longer than that, in seconds. */
  #within(seconds: number): number {
    const most = (seconds + resolutionMs / 1000) * 1e9;
    let percent = 0;
    for (const [percentile, value] of this.#histogram.percentiles)
      if (Number(value) <= most) percent = percentile;
    return Math.floor((percent / 100) * this.#histogram.count);
  }
}
