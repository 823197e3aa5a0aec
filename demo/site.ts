import type { Context } from '../server/src/platform/context.ts';
import type { Viewer } from '../server/src/platform/http/handler.ts';
import { createIds } from '../server/src/platform/ids.ts';
import { Random } from './art/random.ts';
import { people } from './people.ts';

const dayMs = 86_400_000;

/** A clock that is put where the demo's story is. */
class StoryClock {
  readonly #start = Date.now();
  #at = this.#start;

  readonly now = (): number => this.#at;

  /** A moment so many days before the demo was made. */
  daysAgo(days: number): void {
    this.#at = Math.round(this.#start - days * dayMs);
  }

  /** A while later, but never after the demo was made. */
  later(minutes: number): void {
    this.#at = Math.min(this.#start, Math.round(this.#at + minutes * 60_000));
  }
}

/** The site while the demo fills it: the real one, at the time of the story. */
export interface DemoSite {
  readonly context: Context;
  readonly clock: StoryClock;
  readonly random: Random;
  /** People by their names, as they call. */
  readonly people: ReadonlyMap<string, Viewer>;
  /** Makes a picture ready that will be uploaded. */
  readonly beginPicture: (bytes: Buffer) => void;
  /** Says how it goes, one line each. */
  readonly say: (line: string) => void;
}

/** `context` with the clock of the story, so that everything is dated by it. */
export function storyOf(context: Context): Pick<DemoSite, 'context' | 'clock' | 'random'> {
  const clock = new StoryClock();
  return {
    context: { ...context, clock, confirmedClock: clock, ids: createIds(clock.now) },
    clock,
    random: new Random(2014),
  };
}

export function personOf(site: DemoSite, username: string): Viewer {
  const person = site.people.get(username);
  if (!person) throw new Error(`the demo has no ${username}`);
  return person;
}

/** Everybody but the two whose site it is. */
export const friends = people.filter(({ role }) => role === 'user').map(({ username }) => username);
