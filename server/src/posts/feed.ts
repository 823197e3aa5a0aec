import type { Pagination, Post } from '@duet/contract/posts/shapes';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { presentPost } from './present.ts';
import { countFeed, findFeedPage, findPostFiles } from './store.ts';
import { seesAll } from './visibility.ts';

interface FeedQuery {
  readonly page: number;
  readonly limit: number;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** A page of published posts, newest first unless asked otherwise; a page beyond the last is empty. */
export async function showFeed(
  context: Context,
  { page, limit, order = 'desc' }: FeedQuery,
  viewer: Viewer | null,
): Promise<{ posts: Post[]; pagination: Pagination }> {
  const { read } = context.db;
  const adminOnlyToo = seesAll(viewer);
  const offset = (page - 1) * limit;
  const [totalCount, rows] = await Promise.all([
    countFeed(read, adminOnlyToo),
    findFeedPage(read, { adminOnlyToo, order, offset, limit }, viewer?.id ?? null),
  ]);
  const files = Map.groupBy(
    await findPostFiles(
      read,
      rows.map(({ id }) => id),
    ),
    ({ owner_id }) => owner_id,
  );
  return {
    posts: rows.map((row) => presentPost(context, row, files.get(row.id) ?? [], viewer)),
    pagination: { page, limit, hasMore: offset + rows.length < totalCount, totalCount },
  };
}
