import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeApp } from './fake-app.ts';

/** Until nothing is on its way any more. */
const settle = () => vi.advanceTimersByTime(30_000);
let app: FakeApp;
/** Goes back once; answers what is open and where one is. */
const back = () => {
  app.back();
  settle();
  return [app.open.length, app.url];
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const moves = ['back', 'forward', 'routerBack'] as const;
const others = ['show', 'close', 'push', 'replace', 'refuse', 'hang', 'wait'] as const;
type Operation = (typeof moves | typeof others)[number];

interface Step {
  readonly operation: Operation;
  readonly ms: number;
}

/** What somebody does, and how soon the next thing follows. */
const histories = (operations: readonly Operation[]) =>
  fc.array(
    fc.record({
      operation: fc.constantFrom(...operations),
      ms: fc.constantFrom(0, 0, 1, 2, 4, 20, 1200),
    }),
    { maxLength: 14 },
  );

function perform(operation: Operation): void {
  if (operation === 'show') app.show();
  if (operation === 'close') app.close();
  if (operation === 'push') app.navigate();
  if (operation === 'replace') {
    // A page changes its address once it has arrived.
    settle();
    app.navigate(true);
  }
  if (operation === 'back') app.back();
  if (operation === 'forward') app.forward();
  if (operation === 'routerBack') {
    app.routerBack();
    // What an app pushes while it is going back to another page is nobody's to undo.
    settle();
  }
  if (operation === 'refuse') app.refusing.add(app.open.at(-1) ?? '');
  // From now on every traversal takes longer than anybody waits for it.
  if (operation === 'hang') app.browser.traversalMs = 1800;
  if (operation === 'wait') settle();
}

/** In an app that has just been opened, until nothing is on its way any more. */
function performAll(steps: readonly Step[]): void {
  app = new FakeApp();
  for (const { operation, ms } of steps) {
    perform(operation);
    vi.advanceTimersByTime(ms);
  }
  settle();
}

it('every press of Back does something, whatever happened before, however fast, and however late it arrives', () => {
  const run = (steps: readonly Step[]) => {
    performAll(steps);
    expect(app.asked).toBeLessThanOrEqual(app.presses);
    app.refusing.clear();
    app.browser.traversalMs = 3;
    for (let times = 0; times < 40; times += 1) {
      const { layer = 0 } = app.browser.history.state as { layer?: number };
      expect([layer, app.browser.location.href]).toEqual([app.open.length, app.url]);
      if (app.browser.index === 0) break;
      const before = [app.open.length, app.url];
      expect(back()).not.toEqual(before);
    }
    expect(app.browser.index).toBe(0);
  };
  fc.assert(fc.property(histories([...moves, ...others]), run), { numRuns: 1500 });
});

it('nothing closes and no page is left where nobody goes back or ahead', () => {
  const run = (steps: readonly Step[]) => {
    performAll(steps);
    expect([app.asked, app.shown]).toEqual([0, 0]);
  };
  fc.assert(fc.property(histories(others), run), { numRuns: 1500 });
});
