import type { Comment } from '@duet/contract/comments/shapes';
import { limits } from '@duet/contract/limits';
import type { Pagination } from '@duet/contract/posts/shapes';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidateInFlight } from '../../api/invalidate.ts';
import { OptimisticFields } from '../../api/optimistic-fields.ts';
import { queryClient } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';

export type CommentSort = 'newest' | 'oldest';

interface CommentsPage {
  readonly comments: readonly Comment[];
  readonly pagination: Pagination;
}
type Pages = InfiniteData<CommentsPage, number>;

/** Where comments are kept: `comments/list/{viewer}/{post}/{sort}`; answers differ by viewer. */
type ListKey = ReturnType<typeof queryKeys.comments>;

type Counted = (postId: string, total: number) => void;
let counted: Counted = () => undefined;

/** Tells how many comments a post has whenever that is learnt, so that the post can say so too. */
export function onCounted(listener: Counted): void {
  counted = listener;
}

/** The comments of a post, page by page. Each answer also sets right the count that stands under the post. */
export const commentsQuery = (viewer: string, postId: string, sort: CommentSort) =>
  infiniteQueryOptions({
    queryKey: queryKeys.comments(viewer, postId, sort),
    initialPageParam: 1,
    refetchOnReconnect: true,
    queryFn: async ({ pageParam: page, signal }): Promise<CommentsPage> => {
      const query = { page, limit: limits.comments.pageSize, sort };
      const { data } = await call('comments.list', { params: { id: postId }, query, signal });
      counted(postId, data.pagination.totalCount);
      return data;
    },
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  });

/** The comments of all pages, each once: what is written meanwhile moves others to the next page. */
export function commentsIn(pages: readonly CommentsPage[]): Comment[] {
  const all = pages.flatMap(({ comments }) => comments);
  return [...new Map(all.map((comment) => [comment._id, comment])).values()];
}

export const totalIn = (pages: readonly CommentsPage[]): number => pages.at(-1)?.pagination.totalCount ?? 0;

/** Changes every kept list. Those that are on their way may come as they were before, and are asked for again. */
function changePages(
  change: (pages: readonly CommentsPage[], key: ListKey) => readonly CommentsPage[],
  cache: QueryClient,
) {
  for (const [key, data] of cache.getQueriesData<Pages>({ queryKey: queryKeys.commentLists })) {
    if (!data) continue;
    const pages = change(data.pages, key as unknown as ListKey);
    if (pages !== data.pages) cache.setQueryData<Pages>(key, { ...data, pages: [...pages] });
  }
  invalidateInFlight({ queryKey: queryKeys.commentLists }, cache);
}

/** Puts what the server said of a comment into every kept copy of it. */
export function changeComment(id: string, fields: Partial<Comment>, cache: QueryClient = queryClient): void {
  const change = (comment: Comment): Comment => (comment._id === id ? { ...comment, ...fields } : comment);
  changePages((pages) => pages.map((page) => ({ ...page, comments: page.comments.map(change) })), cache);
}

const withTotal = (pages: readonly CommentsPage[], change: 1 | -1): CommentsPage[] =>
  pages.map((page) => ({
    ...page,
    pagination: { ...page.pagination, totalCount: Math.max(0, page.pagination.totalCount + change) },
  }));

/** Adds a comment where each list has its place: first, or last where the end is loaded. */
export function addComment(comment: Comment, cache: QueryClient = queryClient): void {
  let total: number | undefined;
  changePages((pages, [, , , postId, sort]) => {
    if (postId !== comment.post_id || commentsIn(pages).some(({ _id }) => _id === comment._id)) return pages;
    const grown = withTotal(pages, 1);
    total = totalIn(grown);
    const at = sort === 'newest' ? 0 : grown.length - 1;
    if (sort === 'oldest' && grown[at]?.pagination.hasMore) return grown;
    return grown.map((page, index) => {
      if (index !== at) return page;
      const { comments } = page;
      return { ...page, comments: sort === 'newest' ? [comment, ...comments] : [...comments, comment] };
    });
  }, cache);
  if (total !== undefined) counted(comment.post_id, total);
}

/** Takes a deleted comment out. Where later pages are not loaded yet, the lists are asked for anew: all moved up by one. */
export function dropComment({ _id: id, post_id: postId }: Comment, cache: QueryClient = queryClient): void {
  let total: number | undefined;
  let moved = false;
  changePages((pages, key) => {
    if (key[3] !== postId || !commentsIn(pages).some(({ _id }) => _id === id)) return pages;
    const shrunk = withTotal(pages, -1);
    total = totalIn(shrunk);
    moved ||= pages.at(-1)?.pagination.hasMore ?? false;
    return shrunk.map((page) => ({ ...page, comments: page.comments.filter(({ _id }) => _id !== id) }));
  }, cache);
  if (total !== undefined) counted(postId, total);
  if (moved) refreshComments(postId, cache);
}

/** Asks for what is shown of a post's comments anew. */
export function refreshComments(postId: string, cache: QueryClient = queryClient): void {
  void cache.invalidateQueries({
    queryKey: queryKeys.commentLists,
    predicate: ({ queryKey }) => queryKey[3] === postId,
  });
}

interface Removal {
  /** The person deleted it; the server may not have yet. */
  readonly isRemoved: boolean;
}

/** What was done to comments and is on its way to the server. */
export const optimisticComments = new OptimisticFields<Comment, Removal>();
