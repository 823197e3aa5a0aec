import type { CachedAnswer } from './cached-answer.ts';

/** So many different answers are shared; who comes after that has one of their own. */
const most = 32;

/**
 * Answers that were made of the same rows, by what tells them apart. It keeps none of them itself: one that nobody is sent any more,
 * because all who shared it were forgotten, counts for nothing among what is cached.
 */
export class SharedAnswers {
  readonly #answers = new Map<string, WeakRef<CachedAnswer>>();

  get(key: string): CachedAnswer | undefined {
    return this.#answers.get(key)?.deref();
  }

  add(key: string, answer: CachedAnswer): void {
    if (this.#answers.size >= most) this.#forgetCollected();
    if (this.#answers.size < most) this.#answers.set(key, new WeakRef(answer));
  }

  #forgetCollected(): void {
    for (const [key, answer] of this.#answers) if (!answer.deref()) this.#answers.delete(key);
  }
}
