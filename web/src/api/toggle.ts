interface ToggleWork<State> {
  /** How long after the last `set` the call goes. */
  readonly debounceMs: number;
  /** The state that the server has, as far as is known. */
  readonly confirmed: State;
  /** Makes the call and answers the state that the server has now. */
  send(wanted: State): Promise<State>;
  /** Puts a state on the screen, before the server knows of it. */
  show(state: State): void;
  /** Nothing is under way any more; the server's word counts. `error` is what the last call failed with. */
  settle(confirmed: State, error?: unknown): void;
}

/**
 * Carries quick taps to the server one call at a time: what is wanted shows at once, the call goes when the taps
 * pause, and while it is under way at most one more waits, with the newest wish. A failed call drops what waits
 * and goes back to what the server last confirmed.
 */
export class ToggleQueue<State> {
  readonly #work: ToggleWork<State>;
  #confirmed: State;
  #wanted: State;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;
  #waiting = false;

  constructor(work: ToggleWork<State>) {
    this.#work = work;
    this.#confirmed = work.confirmed;
    this.#wanted = work.confirmed;
  }

  get wanted(): State {
    return this.#wanted;
  }

  /** Whether taps still pause; another one belongs to the same wish. */
  get isPausing(): boolean {
    return this.#timer !== undefined;
  }

  set(wanted: State): void {
    this.#wanted = wanted;
    this.#work.show(wanted);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), this.#work.debounceMs);
  }

  /** Makes the call now if one is still to come, for when the page is about to go. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending) this.#waiting = true;
    else void this.#send();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    this.#waiting = false;
    try {
      this.#confirmed = await this.#work.send(this.#wanted);
    } catch (error) {
      this.#sending = false;
      this.#waiting = false;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#wanted = this.#confirmed;
      return this.#work.settle(this.#confirmed, error);
    }
    this.#sending = false;
    if (this.#waiting) return this.#send();
    if (this.#timer === undefined) this.#work.settle(this.#confirmed);
  }
}
