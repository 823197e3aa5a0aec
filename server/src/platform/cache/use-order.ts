/** What stands in a `UseOrder`, in one at most. */
export interface Used<T> {
  /** Its neighbours by their last use; null at the ends. */
  before: T | null;
  after: T | null;
}

/** The order of last use. A Map in which what is used is put last again is copied every few uses, which costs as much as an answer. */
export class UseOrder<T extends Used<T>> {
  #first: T | null = null;
  #last: T | null = null;

  /** What was not used for the longest. */
  get first(): T | null {
    return this.#first;
  }

  add(each: T): void {
    each.before = this.#last;
    each.after = null;
    if (this.#last) this.#last.after = each;
    else this.#first = each;
    this.#last = each;
  }

  use(each: T): void {
    if (each === this.#last) return;
    this.remove(each);
    this.add(each);
  }

  remove(each: T): void {
    const { before, after } = each;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    each.before = null;
    each.after = null;
  }
}
