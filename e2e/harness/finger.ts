import type { CDPSession, Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One finger on the screen; its moments are those that it tells, however long the machine takes to pass them on. */
export class Finger {
  private readonly session: CDPSession;
  private seconds = 0;

  private constructor(session: CDPSession) {
    this.session = session;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  private async send(type: 'touchStart' | 'touchMove' | 'touchEnd', at: Point | null, afterMs: number) {
    this.seconds += afterMs / 1000;
    await this.session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at ? [at] : [],
      timestamp: this.seconds,
    });
  }

  /** Puts the finger down and moves it in steps of `stepMs`; it stays there. */
  async drag(from: Point, to: Point, { steps = 8, stepMs = 16 } = {}): Promise<void> {
    // Neither in the page's future nor before it was loaded.
    this.seconds = Math.max(this.seconds, Date.now() / 1000 - 1);
    await this.send('touchStart', from, 0);
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await this.send('touchMove', at, stepMs);
    }
  }

  /** Lifts the finger, after it has rested for a while. */
  lift(restMs = 0): Promise<void> {
    return this.send('touchEnd', null, restMs + 8);
  }
}
