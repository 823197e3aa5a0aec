import type { CachedAnswer, Form } from './cached-answer.ts';
import type { Headers } from './headers.ts';

/** The heads of the answers that a server keeps, each made once: names and values in turn, as `writeHead` takes them. */
export class CachedHeads {
  readonly #common: Headers;
  readonly #made = new WeakMap<CachedAnswer, Partial<Record<Form, string[]>>>();

  /** `common` are those headers that all of them have. */
  constructor(common: Headers) {
    this.#common = common;
  }

  of(answer: CachedAnswer, form: Form, body: Buffer | null): string[] {
    let heads = this.#made.get(answer);
    if (!heads) {
      heads = {};
      this.#made.set(answer, heads);
    }
    heads[form] ??= this.#make(answer, form, body);
    return heads[form];
  }

  #make(answer: CachedAnswer, form: Form, body: Buffer | null): string[] {
    const { 'content-type': type, ...common } = this.#common;
    const described = body && type !== undefined ? { ...common, 'content-type': type } : common;
    return Object.entries({ ...described, ...answer.headersOf(form, body) }).flat();
  }
}
