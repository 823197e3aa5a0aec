/** How long a failure is remembered, in ms. */
const rememberMs = 10 * 60_000;
const mostAddresses = 10_000;

/** Addresses from which something failed not long ago. */
export class RecentFailures {
  /** Until when, by `performance.now()`; the oldest first. */
  readonly #until = new Map<string, number>();

  add(address: string): void {
    this.#until.delete(address);
    this.#until.set(address, performance.now() + rememberMs);
    const [oldest] = this.#until.keys();
    if (this.#until.size > mostAddresses && oldest !== undefined) this.#until.delete(oldest);
  }

  has(address: string): boolean {
    const until = this.#until.get(address);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#until.delete(address);
    return false;
  }
}
