import type { Log } from '../log.ts';

type Effect = () => void | Promise<void>;

/** The side effects of one transaction, kept until its commit. */
export class Effects {
  readonly #effects: Effect[] = [];
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(effect: Effect): void {
    this.#effects.push(effect);
  }

  async run(): Promise<void> {
    for (const effect of this.#effects) {
      try {
        await effect();
      } catch (error) {
        this.#log.error({ err: error }, 'an effect after a commit failed');
      }
    }
  }
}
