import type { Pagination, Post } from '@duet/contract/posts/shapes';
import { sizeOfRows } from '../platform/cache/size.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { SharedAnswers } from '../platform/http/shared-answers.ts';
import { presentPost } from './present.ts';
import { findFeedPage, findLiked, findPostFiles, type PostFile, type PostWithAuthor } from './store.ts';
import { countListed } from './store-totals.ts';
import { seesEverything } from './visibility.ts';

interface FeedQuery {
  readonly page: number;
  readonly limit: number;
  readonly order?: 'asc' | 'desc' | undefined;
  /** Of one person only (decisions §8). */
  readonly userId?: string | undefined;
}

/** What a page shows, without the marks of who reads it. */
interface FeedPage {
  readonly rows: readonly PostWithAuthor[];
  readonly files: ReadonlyMap<string, readonly PostFile[]>;
  readonly totalCount: number;
  /** What was made of it, by the marks of those who get it; it is dropped with the page. */
  readonly answers: SharedAnswers;
}

interface Feed {
  readonly posts: Post[];
  readonly pagination: Pagination;
}

/** A page of published posts, newest first unless asked otherwise; a page beyond the last is empty. */
export async function showFeed(context: Context, query: FeedQuery, viewer: Viewer | null): Promise<Feed> {
  const page = await cachedPage(context, query, seesEverything(viewer));
  return presentFeed(context, query, page, await findMarks(context, page, viewer), viewer);
}

/**
 * The same page for a person who is no admin: whoever has liked the same posts of it gets the same bytes, and which these
 * are is all that is asked for each.
 */
export async function shareFeed(context: Context, query: FeedQuery, viewer: Viewer) {
  const page = await cachedPage(context, query, false);
  const liked = await findMarks(context, page, viewer);
  return {
    among: page.answers,
    key: page.rows.map(({ id }) => (liked.has(id) ? 1 : 0)).join(''),
    answer: () => ({ data: presentFeed(context, query, page, liked, viewer) }),
    narrowing: { likes: [viewer.id] },
  };
}

async function cachedPage(context: Context, query: FeedQuery, adminOnlyToo: boolean): Promise<FeedPage> {
  const { page, limit, order = 'desc', userId: authorId = null } = query;
  const key = `feed ${adminOnlyToo} ${order} ${limit} ${page} ${authorId}`;
  const found = await context.cache.get(key, async ({ reads }) => {
    const offset = (page - 1) * limit;
    const [totalCount, rows] = await Promise.all([
      countListed(reads, { adminOnlyToo, authorId }),
      findFeedPage(reads, { adminOnlyToo, authorId, order, offset, limit }),
    ]);
    const ids = rows.map(({ id }) => id);
    const allFiles = await findPostFiles(reads, ids);
    const files = Map.groupBy(allFiles, ({ owner_id }) => owner_id);
    return {
      value: { rows, files, totalCount, answers: new SharedAnswers() } satisfies FeedPage,
      bytes: sizeOfRows(rows) + sizeOfRows(allFiles),
      narrowing: { posts: ids, users: rows.map(({ user_id }) => user_id) },
    };
  });
  if (!found) throw new Error('a page of the feed is always something');
  return found;
}

const findMarks = (
  context: Context,
  { rows }: FeedPage,
  viewer: Viewer | null,
): Promise<ReadonlySet<string>> =>
  findLiked(
    context.db.read,
    viewer?.id ?? null,
    rows.map(({ id }) => id),
  );

function presentFeed(
  context: Context,
  { page, limit }: FeedQuery,
  { rows, files, totalCount }: FeedPage,
  liked: ReadonlySet<string>,
  viewer: Viewer | null,
): Feed {
  const posts = rows.map((row) => {
    const post = { ...row, own_likes: liked.has(row.id) ? 1 : null };
    return presentPost(context, post, files.get(row.id) ?? [], viewer);
  });
  const hasMore = (page - 1) * limit + rows.length < totalCount;
  return { posts, pagination: { page, limit, hasMore, totalCount } };
}
