import type { Context } from '../platform/context.ts';
import { dateOfDay } from '../platform/days.ts';
import { addUpTotals, type Counts, findTotals, replaceTotals, type Totals } from './store-totals.ts';

/** A day (UTC, ISO 8601), an author (id) or both (`<id> on <day>`) for which another number of posts is kept than there are. */
interface Miscount {
  readonly of: string;
  readonly kept: Counts;
  readonly found: Counts;
}

interface PostRecount {
  readonly posts: number;
  readonly wrong: readonly Miscount[];
}

const none: Counts = { public_count: 0, admin_only_count: 0 };

/** Adds up the published posts and compares them with the totals that the feed's pages are found by. */
export async function recountPosts({ db }: Context): Promise<PostRecount> {
  // A post that is published in between would look like a wrong total: what differs is looked at once more, alone.
  const once = await compared(db.scan);
  if (once.wrong.length === 0) return once;
  return db.write(compared, { long: true });
}

/** Keeps what the posts add up to. */
export async function correctTotals({ db }: Context): Promise<void> {
  await db.write(async (tx) => replaceTotals(tx, await addUpTotals(tx)), { long: true });
}

async function compared(reads: Parameters<typeof findTotals>[0]): Promise<PostRecount> {
  const [kept, found] = [placesOf(await findTotals(reads)), placesOf(await addUpTotals(reads))];
  const wrong = [...new Set([...kept.keys(), ...found.keys()])]
    .map((of) => ({ of, kept: kept.get(of) ?? none, found: found.get(of) ?? none }))
    .filter((one) => !isSame(one.kept, one.found));
  const posts = [...found]
    .filter(([of]) => isDay(of))
    .reduce((sum, [, { public_count, admin_only_count }]) => sum + public_count + admin_only_count, 0);
  return { posts, wrong };
}

const isSame = (one: Counts, other: Counts): boolean =>
  one.public_count === other.public_count && one.admin_only_count === other.admin_only_count;

const isDay = (of: string): boolean => /^\d{4}-\d\d-\d\d$/.test(of);

const placesOf = ({ days, authors, authorDays }: Totals): Map<string, Counts> =>
  new Map<string, Counts>([
    ...days.map((row) => [dateOfDay(row.day), row] as const),
    ...authors.map((row) => [row.user_id, row] as const),
    ...authorDays.map((row) => [`${row.user_id} on ${dateOfDay(row.day)}`, row] as const),
  ]);
