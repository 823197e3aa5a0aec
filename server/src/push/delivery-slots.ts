import { limits } from '@duet/contract/limits';

declare module '../platform/context.ts' {
  interface Context {
    readonly deliverySlots: DeliverySlots;
  }
}

const { atOnce, perPerson, perOrigin, firstRetryMs, maxRetryMs, maxOriginWaitMs, peopleFailed } = limits.push;

/** The oldest notification that waits for a device. */
export interface Head {
  readonly notice_id: string;
  readonly subscription_id: string;
  readonly user_id: string;
  /** Of the push service: scheme, host and port. */
  readonly origin: string;
}

/** How a push service took a notification; `failed`: 429, 5xx, no answer in time. */
export type Reached =
  | { readonly result: 'answered' }
  | { readonly result: 'failed'; readonly afterMs: number };

/** A push service that has not taken anything since it failed. */
interface Failing {
  /** Whose notifications failed: one person's device may have a quota or a fault of its own. */
  readonly people: Set<string>;
  /** How often it was waited for, each time twice as long. */
  waits: number;
  /** Milliseconds since 1970, of the moment at which the wait began and of its end. */
  since: number;
  until: number;
}

/** As many failing push services are remembered; who names more of them has no more than `perPerson` slots for all. */
const mostFailing = 1000;

/**
 * The slots in which one server sends notifications, shared out by person and by push service, so that a slow service or
 * somebody with many devices delays nobody else. A service that fails for several people in a row is waited for (30 s, 1 min,
 * 2 min …, or what its `Retry-After` asks), then tried by a single notification.
 */
export class DeliverySlots {
  /** Whose device takes one; it takes the next when it is known what became of this. */
  readonly #devices = new Set<string>();
  readonly #people = new Map<string, number>();
  readonly #origins = new Map<string, number>();
  readonly #failing = new Map<string, Failing>();
  #inFlight = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Takes out of `heads`, which is in the order of time, those that may be sent now, and a slot for each: first of people and
   * push services with the fewest slots. Each slot is given back by `end`.
   */
  choose(heads: Head[], now: number): Head[] {
    const chosen: Head[] = [];
    while (this.#inFlight < atOnce) {
      const next = this.#next(heads, now);
      if (next < 0) break;
      for (const head of heads.splice(next, 1)) {
        this.#count(head, 1);
        chosen.push(head);
      }
    }
    return chosen;
  }

  /** Gives a slot back. `reached` is null where nothing was sent. */
  end(head: Head, reached: Reached | null, now: number): void {
    this.#count(head, -1);
    if (reached?.result === 'answered') this.#failing.delete(head.origin);
    if (reached?.result === 'failed') this.#fail(head, reached.afterMs, now);
  }

  #next(heads: readonly Head[], now: number): number {
    let best = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [index, { user_id, origin, subscription_id }] of heads.entries()) {
      if (this.#devices.has(subscription_id)) continue;
      const ofPerson = this.#people.get(user_id) ?? 0;
      const ofOrigin = this.#origins.get(origin) ?? 0;
      if (ofPerson >= perPerson || ofOrigin >= this.#limitOf(origin, now)) continue;
      const slots = ofPerson * atOnce + ofOrigin;
      if (slots >= fewest) continue;
      best = index;
      fewest = slots;
    }
    return best;
  }

  #limitOf(origin: string, now: number): number {
    const failing = this.#failing.get(origin);
    if (!failing || failing.waits === 0) return perOrigin;
    // A clock that was set back would make the wait longer than it is.
    return now < failing.until && now >= failing.since ? 0 : 1;
  }

  #fail({ origin, user_id }: Head, afterMs: number, now: number): void {
    const failing = this.#failing.get(origin) ?? {
      people: new Set<string>(),
      waits: 0,
      since: now,
      until: now,
    };
    // The last one to fail is the last one to be forgotten.
    this.#failing.delete(origin);
    this.#failing.set(origin, failing);
    const [oldest] = this.#failing.keys();
    if (this.#failing.size > mostFailing && oldest !== undefined) this.#failing.delete(oldest);
    if (failing.people.size < peopleFailed) failing.people.add(user_id);
    if (failing.people.size < peopleFailed) return;
    const asked = now + Math.min(afterMs, maxRetryMs);
    // Others that were under way when the wait began say nothing new.
    if (now < failing.until) {
      failing.until = Math.max(failing.until, asked);
      return;
    }
    const wait = Math.min(maxOriginWaitMs, firstRetryMs * 2 ** failing.waits);
    failing.waits += 1;
    failing.since = now;
    failing.until = Math.max(now + wait, asked);
  }

  #count({ user_id, origin, subscription_id }: Head, change: 1 | -1): void {
    if (change > 0) this.#devices.add(subscription_id);
    else this.#devices.delete(subscription_id);
    this.#inFlight += change;
    add(this.#people, user_id, change);
    add(this.#origins, origin, change);
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
