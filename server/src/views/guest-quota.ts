import { limits } from '@duet/contract/limits';
import type { Seen } from './store.ts';

declare module '../platform/context.ts' {
  interface Context {
    readonly guestQuota: GuestQuota;
  }
}

/** The guests of one address who have seen one post, since the first of them did. */
interface Guests {
  readonly since: number;
  readonly viewers: Set<string>;
}

const { windowMs, guestsPerAddress } = limits.views;
/** Pairs of address and post; beyond, the oldest are forgotten. */
const mostPairs = 50_000;

/** Bounds how many guests of one address count for a post: what a guest is called is their device's own word. */
export class GuestQuota {
  readonly #most: number;
  /** By address and post, in the order in which they came. */
  readonly #guests = new Map<string, Guests>();

  /** `factor` multiplies the limit, 0 turns it off. */
  constructor(factor: number) {
    this.#most = factor === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(guestsPerAddress * factor));
  }

  /** Whether it may count; the same viewer may again, which the records decide. */
  admits({ address, viewer, postId, at }: Seen): boolean {
    if (address === null || this.#most === Number.POSITIVE_INFINITY) return true;
    const key = `${address} ${postId}`;
    const known = this.#guests.get(key);
    // A clock that was set back would make the window longer than it is.
    const isOpen = known && at < known.since + windowMs && at >= known.since - windowMs;
    const guests = isOpen ? known : { since: at, viewers: new Set<string>() };
    if (!isOpen) this.#keep(key, guests);
    if (!guests.viewers.has(viewer) && guests.viewers.size >= this.#most) return false;
    guests.viewers.add(viewer);
    return true;
  }

  #keep(key: string, guests: Guests): void {
    this.#guests.delete(key);
    this.#guests.set(key, guests);
    const [oldest] = this.#guests.keys();
    if (this.#guests.size > mostPairs && oldest !== undefined) this.#guests.delete(oldest);
  }
}
