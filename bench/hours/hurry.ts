// Loaded by `--import` into a server before anything else: its time goes so many times as fast, and it writes down what it holds.
// Clocks (`Date`, `performance.now`) are hurried, and timers of a minute or more, which is what jobs, sessions, leases and caches wait by.
// Shorter ones are limits of calls, which take as long as they take.
import { appendFileSync, readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const times = Number(process.env.HURRY_TIMES ?? 1);
/** Milliseconds by which its clock is ahead at its start. */
const ahead = Number(process.env.HURRY_AHEAD ?? 0);
const started = Number(process.env.HURRY_SINCE ?? Date.now());
const longMs = 60_000;

const RealDate = Date;
const now = (): number => {
  const real = RealDate.now();
  return Math.floor(real + ahead + (real - started) * (times - 1));
};
class HurriedDate extends RealDate {
  constructor(...words: unknown[]) {
    // What makes a date of nothing makes that of now.
    super(...((words.length === 0 ? [now()] : words) as [number]));
  }
  static override now = now;
}
globalThis.Date = HurriedDate as DateConstructor;

const realPerformance = performance.now.bind(performance);
performance.now = () => realPerformance() * times;

const hurried = (ms = 0): number => (ms >= longMs ? ms / times : ms);
const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;
globalThis.setTimeout = Object.assign(
  (work: () => void, ms?: number, ...words: []) => realTimeout(work, hurried(ms), ...words),
  realTimeout,
) as typeof setTimeout;
globalThis.setInterval = ((work: () => void, ms?: number, ...words: []) =>
  realInterval(work, hurried(ms), ...words)) as typeof setInterval;

const report = process.env.HURRY_REPORT;
if (isMainThread && report) {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const look = () => {
    collectGarbage();
    const { rss, heapUsed, external } = process.memoryUsage();
    const seen = {
      seconds: realPerformance() / 1000,
      rss,
      heap: heapUsed,
      external,
      handles: process.getActiveResourcesInfo().length,
      descriptors: readdirSync('/proc/self/fd').length,
    };
    appendFileSync(report, `${JSON.stringify(seen)}\n`);
  };
  realInterval(look, Number(process.env.HURRY_LOOK_MS ?? 5000)).unref();
}
