import { ask } from './ask.ts';
import { type Read, readsOf } from './reads.ts';
import { picked, type SiteState } from './site-state.ts';
import { type Step, shownOf } from './writes.ts';

/** How much is asked for at a server that was not written at. */
const elsewhere = 4;
/** So many addresses of each server are known to have been asked for. */
const mostAsked = 100;

/**
 * After how many statements the database is late with what it answers to who asks before the step, and until when: whoever asks after
 * the write must not get what was made of it, whether that is made by then or not.
 */
interface Lateness {
  readonly after: number;
  readonly until: 'the write' | 'the next answer';
}

/** What is asked for about a step. */
interface About {
  readonly before: readonly Read[];
  readonly beside: readonly Read[];
  /** Then something is asked for before that was not asked for lately, where there is such: what is cached is not made. */
  readonly late: Lateness | null;
}

const keyOf = ({ token, path }: Read): string => `${token} ${path}`;

/**
 * Chooses what is asked for: what a step may change, and most of all what was asked for before, since only what is cached can be
 * wrong.
 */
export class Readers {
  readonly #state: SiteState;
  readonly #random: () => number;
  /** By server, what was asked for last at the end. */
  readonly #asked: readonly Map<string, Read>[] = [new Map(), new Map()];

  constructor(state: SiteState, random: () => number) {
    this.#state = state;
    this.#random = random;
  }

  /** What is about a step, half of it where the step is expected to show, or else what is cached already if there is some. */
  about(step: Step): About {
    const late = this.#lateness();
    const near = this.#near(step, readsOf(this.#state));
    const asked = this.#near(step, this.asked(step.server));
    const { tokens, paths } = shownOf(this.#state, step);
    const expected = near.filter(({ token, path }) => tokens.includes(token) && paths.test(path));
    const notAsked = late ? expected.filter((read) => !this.#asked[step.server]?.has(keyOf(read))) : [];
    const [first] = this.#chooseByKind(notAsked.length > 0 ? notAsked : expected);
    // What is shared by those who see the same must not be given to others.
    const byOthers = near.filter(({ token, path }) => path === first?.path && token !== first.token);
    const beside = picked([expected, byOthers, near], Math.floor(this.#random() * 3)) ?? near;
    return {
      before: [...(first ? [first] : []), ...this.#choose(this.#random() < 1 / 2 ? asked : near, 1)],
      beside: this.#choose(beside, 1),
      late,
    };
  }

  /** In one of four steps. Most answers are made of no more than four statements. */
  #lateness(): Lateness | null {
    if (this.#random() > 1 / 4) return null;
    return {
      after: Math.floor(this.#random() * 4),
      until: this.#random() < 1 / 2 ? 'the write' : 'the next answer',
    };
  }

  /** What the server was asked for long before, or anything else. */
  others(server: number): Read[] {
    const from = this.#random() < 2 / 3 ? this.asked(server) : readsOf(this.#state);
    return this.#choose(from, 1);
  }

  /** What a server was asked for before others wrote, where there is some also near the last step. */
  elsewhere(server: number, last: Step | undefined): Read[] {
    const asked = this.asked(server);
    const near = last ? this.#near(last, asked) : [];
    return [...this.#choose(near, elsewhere / 2), ...this.#choose(asked, elsewhere / 2)];
  }

  /** What a server was asked for last, nearly all that it keeps. */
  asked(server: number): Read[] {
    return [...(this.#asked[server]?.values() ?? [])];
  }

  /** One in eight takes its answer compressed. */
  get compressed(): boolean {
    return this.#random() < 1 / 8;
  }

  /** So that it is cached, or is being made while others write. */
  async warm(server: number, reads: readonly Read[]): Promise<void> {
    this.note(server, reads);
    const { keeping, agent } = this.#state.servers;
    await Promise.all(reads.map((read) => ask(keeping[server] ?? '', read, { agent })));
  }

  note(server: number, reads: readonly Read[]): void {
    const asked = this.#asked[server];
    if (!asked) return;
    for (const read of reads) {
      const key = keyOf(read);
      asked.delete(key);
      asked.set(key, read);
    }
    for (const oldest of asked.keys()) {
      if (asked.size <= mostAsked) break;
      asked.delete(oldest);
    }
  }

  /** Lists and counts, and what has one of the ids in its address. */
  #near(step: Step, reads: readonly Read[]): Read[] {
    const { ids } = shownOf(this.#state, step);
    return reads.filter(
      ({ path }) =>
        /posts\?|unread|conversations|auth|feed|site|years/.test(path) ||
        ids.some((id) => id !== undefined && path.includes(id)),
    );
  }

  /** One of each kind of address as often as of any other, however many of it there are. */
  #chooseByKind(reads: readonly Read[]): Read[] {
    const kinds = Map.groupBy(reads, ({ path }) => path.replaceAll(/[\w-]{20,}/g, ''));
    const [kind = []] = this.#choose([...kinds.values()], 1);
    return this.#choose(kind, 1);
  }

  #choose<Each>(from: readonly Each[], count: number): Each[] {
    return Array.from({ length: count }, () => picked(from, Math.floor(this.#random() * from.length))).filter(
      (each) => each !== undefined,
    );
  }
}
