import type { Reads, Writes } from '../platform/db/database.ts';

/** Every draft beside who began it, the newest first. */
export const listDrafts = (reads: Reads) =>
  reads
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select([
      'posts.id',
      'posts.post_type',
      'posts.created_at',
      'posts.caption',
      'posts.content',
      'users.username',
      'users.display_name',
    ])
    .where('posts.published', '=', 0)
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.id', 'desc')
    .execute();

export type ListedDraft = Awaited<ReturnType<typeof listDrafts>>[number];

/** Some drafts that were begun up to `createdBefore` (milliseconds since 1970), or any. */
export async function findDraftIds(
  reads: Reads,
  createdBefore: number | null,
  limit: number,
): Promise<string[]> {
  const rows = await reads
    .selectFrom('posts')
    .select('id')
    .where('published', '=', 0)
    .$if(createdBefore !== null, (query) => query.where('created_at', '<=', createdBefore ?? 0))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes those of these posts that are still drafts. */
export async function deleteDraftRows(tx: Writes, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('posts')
    .where('id', 'in', [...ids])
    .where('published', '=', 0)
    .execute();
}
