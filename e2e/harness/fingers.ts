import type { CDPSession, Page } from '@playwright/test';

export type Point = readonly [x: number, y: number];

const steps = 12;
const between = ([x0, y0]: Point, [x1, y1]: Point, part: number) => ({
  x: x0 + (x1 - x0) * part,
  y: y0 + (y1 - y0) * part,
});

/** So long after the last one a touch is no second half of a double tap; by the time that the events carry. */
const apartSeconds = 1;
let last = 0;

function begin(): number {
  last = Math.max(Date.now() / 1000, last + apartSeconds);
  return last;
}

async function move(touch: CDPSession, ways: readonly (readonly [Point, Point])[]): Promise<void> {
  const since = begin();
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      timestamp: since + part / 5,
      touchPoints:
        type === 'touchEnd' ? [] : ways.map(([from, to], id) => ({ ...between(from, to, part), id })),
    });
  await send('touchStart', 0);
  for (let step = 1; step <= steps; step += 1) await send('touchMove', step / steps);
  await send('touchEnd', 1);
}

/** Moves one finger, or several at once, each from one point to another one, in a fifth of a second. */
export async function drag(page: Page, ...ways: readonly (readonly [Point, Point])[]): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  await move(touch, ways);
  await touch.detach();
}

/** Two taps at a point, a tenth of a second apart. */
export async function doubleTap(page: Page, [x, y]: Point): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const since = begin();
  for (const tap of [0, 0.1]) {
    const touchPoints = [{ x, y }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', timestamp: since + tap, touchPoints });
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      timestamp: since + tap + 0.05,
      touchPoints: [],
    });
  }
  await touch.detach();
}
