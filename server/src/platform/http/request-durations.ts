/** Seconds; the last bucket holds the rest. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Of one route, method and status. */
class Durations {
  readonly #counts = new Array<number>(buckets.length).fill(0);
  #count = 0;
  #sum = 0;

  add(seconds: number): void {
    this.#count += 1;
    this.#sum += seconds;
    for (let index = buckets.length - 1; index >= 0; index -= 1) {
      if (seconds > (buckets[index] ?? 0)) break;
      this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
  }

  lines(labels: string): string[] {
    const name = 'duet_request_seconds';
    return [
      ...buckets.map((most, index) => `${name}_bucket{${labels},le="${most}"} ${this.#counts[index]}`),
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}`,
      `${name}_sum{${labels}} ${this.#sum}`,
      `${name}_count{${labels}} ${this.#count}`,
    ];
  }
}

interface Answered {
  readonly method: string;
  /** The path as the router has it, or `none`. */
  readonly route: string;
  readonly status: number;
}

/** How long requests took, by method, route and status. */
export class RequestDurations {
  readonly #durations = new Map<string, Durations>();

  add({ method, route, status }: Answered, seconds: number): void {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    const known = this.#durations.get(labels) ?? new Durations();
    this.#durations.set(labels, known);
    known.add(seconds);
  }

  /** In Prometheus' text form. */
  lines(): string[] {
    return [
      '# TYPE duet_request_seconds histogram',
      ...[...this.#durations].flatMap(([labels, each]) => each.lines(labels)),
    ];
  }
}
