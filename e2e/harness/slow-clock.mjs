// A clock that starts at a fixed time and runs slower than the real one, so that what is shown of times and dates is the
// same in every run. Timers keep their pace. Loaded into the server before anything else by `--import` with
// `?start=<ms>&pace=<factor>`, and given to pages as an init script.

/**
 * Replaces the global `Date` of the realm that it runs in. It uses nothing outside itself, so that it can be sent to a
 * page.
 * @param {{ start: number, pace: number }} clock what it shows now, in ms since 1970; and how many of its seconds pass in a
 *   real one
 */
export function slowClock({ start, pace }) {
  const Real = Date;
  const began = Real.now();
  const now = () => start + Math.floor((Real.now() - began) * pace);
  globalThis.Date = new Proxy(Real, {
    construct: (target, words, made) => Reflect.construct(target, words.length > 0 ? words : [now()], made),
    apply: () => new Real(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}

const { searchParams } = new URL(import.meta.url);
if (searchParams.has('start'))
  slowClock({ start: Number(searchParams.get('start')), pace: Number(searchParams.get('pace')) });
