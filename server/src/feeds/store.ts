import type { Reads, Writes } from '../platform/db/database.ts';

/** How often this person has asked for another key. */
export async function findGeneration(reads: Reads, userId: string): Promise<number> {
  const row = await reads
    .selectFrom('feed_keys')
    .select('generation')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.generation ?? 0;
}

export async function raiseGeneration(tx: Writes, userId: string): Promise<void> {
  await tx
    .insertInto('feed_keys')
    .values({ user_id: userId, generation: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ generation: eb('feed_keys.generation', '+', 1) })),
    )
    .execute();
}
