import type { Context } from '../platform/context.ts';
import { setViewCount } from '../posts/counts.ts';
import { findMiscounts, type Miscount, sumViews } from './store.ts';

interface Recount {
  readonly posts: number;
  /** Counted views that are written down, of all posts together. */
  readonly views: number;
  readonly wrong: readonly Miscount[];
}

/** Adds up what is written down, in one look at the database, and says which posts show another number. */
export const recountViews = ({ db }: Context): Promise<Recount> => findMiscounts(db.scan);

/** Lets these posts show what is written down, each in a transaction of its own. */
export async function correctViews({ db }: Context, wrong: readonly Miscount[]): Promise<void> {
  for (const { postId } of wrong) {
    await db.write(async (tx) => setViewCount(tx, postId, await sumViews(tx, postId)));
  }
}
