import type { Reads } from './db/database.ts';

/** Tables whose rows have an id of their own (ids.ts). */
const tables = [
  'users',
  'sessions',
  'personal_tokens',
  'passkeys',
  'audit',
  'media',
  'posts',
  'upload_sessions',
  'comments',
  'comment_versions',
  'messages',
  'push_subscriptions',
  'push_notices',
] as const;

/** The largest id of each table that has any. */
export async function findNewestIds(reads: Reads): Promise<string[]> {
  const newest = await Promise.all(
    tables.map((table) =>
      reads.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    ),
  );
  return newest.flatMap((row) => row?.id ?? []);
}
