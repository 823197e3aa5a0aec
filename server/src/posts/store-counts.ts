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
    // Built, not written as a whole: each word of raw SQL would count as a table, and drop all that is kept of other posts.
    await tx
      .with('seen(post_id, views)', () => sql<{ post_id: string; views: number }>`(values ${rows})`)
      .updateTable('posts')
      .set((eb) => ({
        view_count: eb(
          'view_count',
          '+',
          eb.selectFrom('seen').select('views').whereRef('post_id', '=', 'posts.id').$asScalar().$notNull(),
        ),
      }))
      .where('id', 'in', (eb) => eb.selectFrom('seen').select('post_id'))
      .execute();
    return [];
  });
}
