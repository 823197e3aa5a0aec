import { hash, randomUUID } from 'node:crypto';
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
  /** Digests: what a guest is called may be long, and is kept for hours. */
  readonly viewers: Set<number>;
}

const { windowMs, guestsPerAddress } = limits.views;
/** Pairs of address and post; beyond, the oldest are forgotten. */
const mostPairs = 50_000;

/** Bounds how many guests of one address count for a post: what a guest is called is their device's own word. */
export class GuestQuota {
  readonly #most: number;
  /** Nobody can know which names have the same digest. */
  readonly #salt = randomUUID();
  /** By address and post, in the order in which they came. */
  readonly #guests = new Map<string, Guests>();

  /** `factor` multiplies the limit, 0 turns it off. */
  constructor(factor: number) {
    this.#most = factor === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(guestsPerAddress * factor));
  }

  /** How many pairs of address and post are remembered. */
  get size(): number {
    return this.#guests.size;
  }

  /**
   * Whether it may count; the same viewer may again, which the records decide. Where that viewer is new, how they are
   * forgotten is added to `undo`.
   */
  allows({ address, viewer, postId, at }: Seen, undo: (() => void)[] = []): boolean {
    if (address === null || this.#most === Number.POSITIVE_INFINITY) return true;
    const key = `${address} ${postId}`;
    const known = this.#guests.get(key);
    // A clock that was set back would make the window longer than it is.
    const isOpen = known && at < known.since + windowMs && at >= known.since - windowMs;
    const guests = isOpen ? known : { since: at, viewers: new Set<number>() };
    if (!isOpen) this.#keep(key, guests);
    const digest = hash('sha1', this.#salt + viewer, 'buffer').readInt32LE();
    if (guests.viewers.has(digest)) return true;
    if (guests.viewers.size >= this.#most) return false;
    guests.viewers.add(digest);
    undo.push(() => guests.viewers.delete(digest));
    return true;
  }

  #keep(key: string, guests: Guests): void {
    this.#guests.delete(key);
    this.#guests.set(key, guests);
    for (const [oldest, { since }] of this.#guests) {
      if (this.#guests.size <= mostPairs && guests.since < since + windowMs) break;
      this.#guests.delete(oldest);
    }
  }
}
