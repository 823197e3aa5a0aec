import type { CDPSession, Page } from '@playwright/test';

type Point = readonly [x: number, y: number];
/** A finger's way from one point to another one. */
export type Way = readonly [from: Point, to: Point];

/** So long after the last one a touch is no second half of a double tap. */
const apartSeconds = 1;

/**
 * Fingers on the screen. Their moments are those that they tell, however long the machine takes to pass them on: a
 * gesture is as quick on a slow machine as on a fast one. Not beside `page.clock`, which puts its own time into every event.
 */
export class Touch {
  readonly #page: Page;
  readonly #session: CDPSession;
  #seconds = 0;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async on(page: Page): Promise<Touch> {
    return new Touch(page, await page.context().newCDPSession(page));
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[], afterMs: number) {
    this.#seconds += afterMs / 1000;
    await this.#session.send('Input.dispatchTouchEvent', {
      type,
      timestamp: this.#seconds,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  }

  async #begin(apart = 0): Promise<void> {
    // Neither before the page was loaded nor, where the gesture goes on after a look at the page, in its future.
    const loaded = await this.#page.evaluate(() => performance.timeOrigin / 1000);
    const earliest = apart > 0 ? Date.now() / 1000 : Math.max(loaded, Date.now() / 1000 - 1);
    this.#seconds = Math.max(this.#seconds + apart, earliest);
  }

  /** Puts a finger down, or several at once, and moves each along its way; they stay there. */
  async drag(ways: readonly Way[], { steps = 8, stepMs = 16, apart = 0 } = {}): Promise<void> {
    const at = (part: number): Point[] =>
      ways.map(([[x0, y0], [x1, y1]]) => [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part]);
    await this.#begin(apart);
    await this.#send('touchStart', at(0), 0);
    // Each waits for the one before, or the browser makes one move of all that come while the page is busy.
    for (let step = 1; step <= steps; step += 1) await this.#send('touchMove', at(step / steps), stepMs);
  }

  /** Puts further fingers down beside those that are there; all of them are named. */
  join(points: readonly Point[]): Promise<void> {
    return this.#send('touchStart', points, 16);
  }

  /** Lifts the fingers, after they have rested for a while. */
  lift(restMs = 0): Promise<void> {
    return this.#send('touchEnd', [], restMs + 8);
  }

  /** Drags and lets go, in a fifth of a second, apart from what was done before. */
  async swipe(...ways: readonly Way[]): Promise<void> {
    await this.drag(ways, { steps: 12, apart: apartSeconds });
    await this.lift();
  }

  /** Two taps at a point, a tenth of a second apart. */
  async doubleTap(point: Point): Promise<void> {
    await this.#begin(apartSeconds);
    await this.#send('touchStart', [point], 0);
    await this.#send('touchEnd', [], 50);
    await this.#send('touchStart', [point], 50);
    await this.#send('touchEnd', [], 50);
  }
}
