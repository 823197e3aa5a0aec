import { sql } from 'kysely';
import type { Reads, Writes } from '../platform/db/database.ts';
import { preparedRead } from '../platform/db/prepared.ts';

/**
 * The path of a joined user's picture, for every query that has `users` in it:
 * `.innerJoin('users', …).select(['users.username', 'users.display_name', picturePath.as('picture_path')])`.
 */
export const picturePath = sql<string | null>`(
  select picture.path from media as picture where picture.id = users.picture_media_id
)`;

const people = (reads: Pick<Reads, 'selectFrom'>, ids: readonly string[]) =>
  reads
    .selectFrom('users')
    .select([
      'id',
      'username',
      'display_name',
      'created_at',
      'deleted_at',
      'waiting_since',
      picturePath.as('picture_path'),
    ])
    .where('id', 'in', [...ids]);

/** A message is between two. */
const two = preparedRead((db, { one, other }: { one: string; other: string }) => people(db, [one, other]));

export function selectPeople(reads: Reads, ids: readonly string[]) {
  const [one, other] = ids;
  if (one !== undefined && other !== undefined && ids.length === 2) return two.all(reads, { one, other });
  return people(reads, ids).execute();
}

/** Answers the picture that was there. */
export async function swapPicture(
  tx: Writes,
  userId: string,
  mediaId: string | null,
): Promise<string | null> {
  const former = await tx
    .selectFrom('users')
    .select('picture_media_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  tx.concerns('users', [userId]);
  await tx.updateTable('users').set({ picture_media_id: mediaId }).where('id', '=', userId).execute();
  return former.picture_media_id;
}
