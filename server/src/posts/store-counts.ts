import { sql } from 'kysely';
import { inBatches } from '../media/batches.ts';
import type { Writes } from '../platform/db/database.ts';
import { preparedWrite } from '../platform/db/prepared.ts';

const commentCount = preparedWrite((db, { id, by }: { id: string; by: number }) =>
  db
    .updateTable('posts')
    .set((eb) => ({ comment_count: eb('comment_count', '+', by) }))
    .where('id', '=', id),
);

export async function changeCommentCount(tx: Writes, id: string, by: 1 | -1): Promise<void> {
  tx.concerns('posts', [id]);
  await commentCount.run(tx, { id, by });
}

/** Many posts in one statement, which is what makes a view cheap. Counts by the ids of posts. */
export async function addToViewCounts(
  tx: Writes,
  counts: readonly (readonly [id: string, count: number])[],
): Promise<void> {
  await inBatches(counts, async (batch) => {
    tx.concerns(
      'posts',
      batch.map(([id]) => id),
    );
    const rows = sql.join(batch.map(([id, count]) => sql`(${id}, cast(${count} as bigint))`));
    await sql`with seen (post_id, views) as (values ${rows})
      update posts set view_count = view_count + (select views from seen where post_id = posts.id)
      where id in (select post_id from seen)`.execute(tx);
    return [];
  });
}
