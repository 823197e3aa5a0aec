import { limits } from '@duet/contract/limits';

const { pollMs, minRefreshMs } = limits.messages;

interface RefreshMoment {
  /** Milliseconds of one clock. */
  readonly now: number;
  /** When the last refresh began, or null before the first. */
  readonly last: number | null;
  /** Whether the person can see what is refreshed. */
  readonly visible: boolean;
  /** Whether somebody asked for one: by pulling, by coming back, by an event of the server. */
  readonly asked: boolean;
}

/**
 * In how many milliseconds the next refresh is due, 0 for now, or null while there is none: by itself every 15 s,
 * at once when asked, never within 3 s of the one before, and only for somebody who looks (product.md §9).
 */
export function nextRefreshMs({ now, last, visible, asked }: RefreshMoment): number | null {
  if (!visible) return null;
  if (last === null) return 0;
  return Math.max(0, last + (asked ? minRefreshMs : pollMs) - now);
}

/**
 * Refreshes something again and again while it is seen, when `nextRefreshMs` says so, and never twice at a time. What the
 * work throws is its own business to show.
 */
export class Refresher {
  readonly #work: () => Promise<unknown>;
  #visible = false;
  #asked = true;
  /** Something is seen that the next refresh tells the server of. */
  #untold = false;
  #last: number | null = null;
  #running = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];

  constructor(work: () => Promise<unknown>) {
    this.#work = work;
  }

  get isShown(): boolean {
    return this.#visible;
  }

  /** Asks for a refresh where the last one began before this moment (of `performance.now()`) or there was none. */
  askSince(moment: number): void {
    if (this.#last === null || this.#last < moment) void this.ask();
  }

  /**
   * Asks for a refresh that tells the server of what has just been seen. Where it is not seen any more before that, the refresh is
   * made at once, also within 3 s: later it would tell of what came meanwhile as well.
   */
  tellSeen(): void {
    this.#untold = true;
    void this.ask();
  }

  /** Nothing is told of what was seen: a refresh by now would tell of something that nobody has seen. */
  withdrawSeen(): void {
    this.#untold = false;
  }

  /** Asks for a refresh as soon as it may be; resolves when one that began after now is done. */
  ask(): Promise<void> {
    this.#asked = true;
    const done = new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
    this.#plan();
    return done;
  }

  /** Whether somebody sees it from now on. Coming back asks for a refresh; going away lets nobody wait. */
  show(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    if (visible) this.#asked = true;
    else if (!this.#running) this.#leave();
    this.#plan();
  }

  /** Nobody sees it any more: what is left to do is done now, or not at all. */
  #leave(): void {
    if (this.#untold) void this.#run();
    else this.#release(this.#waiting.splice(0));
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#running) return;
    const due = nextRefreshMs({
      now: performance.now(),
      last: this.#last,
      visible: this.#visible,
      asked: this.#asked,
    });
    if (due === 0) void this.#run();
    else if (due !== null) this.#timer = setTimeout(() => this.#plan(), Math.ceil(due));
  }

  async #run(): Promise<void> {
    this.#running = true;
    this.#asked = false;
    this.#untold = false;
    this.#last = performance.now();
    const waiting = this.#waiting.splice(0);
    try {
      await this.#work();
    } catch {
      // Shown where it failed.
    }
    this.#running = false;
    this.#release(waiting);
    if (!this.#visible) this.#leave();
    this.#plan();
  }

  #release(waiting: readonly (() => void)[]): void {
    for (const resolve of waiting) resolve();
  }
}
