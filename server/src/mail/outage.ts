import { mailLimits } from '@duet/contract/mail/limits';

declare module '../platform/context.ts' {
  interface Context {
    readonly mailOutage: Outage;
  }
}

/** How long this server does not try a mail server again that it could not reach: 2 s, 4 s, 8 s … */
export class Outage {
  #failures = 0;
  #until = 0;

  isOver(now: number): boolean {
    // What ends later than any pause can was written by a clock that was ahead.
    return now >= this.#until || this.#until > now + mailLimits.maxPauseMs;
  }

  note(now: number): void {
    const pause = Math.min(mailLimits.maxPauseMs, mailLimits.firstPauseMs * 2 ** this.#failures);
    this.#until = now + pause;
    this.#failures = Math.min(this.#failures + 1, 20);
  }

  end(): void {
    this.#failures = 0;
    this.#until = 0;
  }
}
