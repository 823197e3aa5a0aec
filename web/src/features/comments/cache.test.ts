import type { Comment } from '@duet/contract/comments/shapes';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refetchInvalidatedLoads } from '../../api/invalidate.ts';
import {
  addComment,
  type CommentSort,
  changeComment,
  commentsIn,
  commentsQuery,
  dropComment,
  refreshComments,
  totalIn,
} from './cache.ts';

const comment = (n: number, post = 'p'): Comment => ({
  _id: `c${n}`,
  post_id: post,
  user_id: 'u',
  username: 'ana',
  displayName: '',
  profilePictureUrl: null,
  text: `text ${n}`,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  edited: false,
  likes: 0,
  dislikes: 0,
  userAction: null,
});

let cache: QueryClient;
const keyOf = (sort: CommentSort, post = 'p') => commentsQuery('me', post, sort).queryKey;
function hold(sort: CommentSort, pages: readonly (readonly number[])[], totalCount: number, post = 'p') {
  cache.setQueryData(keyOf(sort, post), {
    pageParams: pages.map((_, index) => index + 1),
    pages: pages.map((numbers, index) => ({
      comments: numbers.map((n) => comment(n, post)),
      pagination: { page: index + 1, limit: 2, totalCount, hasMore: (index + 1) * 2 < totalCount },
    })),
  });
}
const held = (sort: CommentSort, post = 'p') => cache.getQueryData(keyOf(sort, post))?.pages ?? [];
const idsIn = (sort: CommentSort, post = 'p') => commentsIn(held(sort, post)).map(({ _id }) => _id);

describe('kept comments', () => {
  beforeEach(() => {
    cache = new QueryClient();
    refetchInvalidatedLoads(cache);
  });

  it('stand once, also when others moved them to the next page', () => {
    hold(
      'newest',
      [
        [3, 2],
        [2, 1],
      ],
      3,
    );
    expect(idsIn('newest')).toEqual(['c3', 'c2', 'c1']);
  });

  it('get a new one first, or last where the end is loaded', () => {
    hold('newest', [[2, 1]], 2);
    hold('oldest', [[1, 2]], 2);
    addComment(comment(3), cache);
    expect(idsIn('newest')).toEqual(['c3', 'c2', 'c1']);
    expect(idsIn('oldest')).toEqual(['c1', 'c2', 'c3']);
    expect(totalIn(held('newest'))).toBe(3);
  });

  it('do not get it twice, nor in the middle, nor under another post', () => {
    hold('oldest', [[1, 2]], 5);
    hold('newest', [[1]], 1, 'other');
    addComment(comment(6), cache);
    expect(idsIn('oldest')).toEqual(['c1', 'c2']);
    expect(totalIn(held('oldest'))).toBe(6);
    expect(idsIn('newest', 'other')).toEqual(['c1']);
    hold('newest', [[2, 1]], 2);
    addComment(comment(2), cache);
    expect(totalIn(held('newest'))).toBe(2);
  });

  it('change in every list and leave every list', () => {
    hold('newest', [[2, 1]], 2);
    hold('oldest', [[1, 2]], 2);
    changeComment('c1', { text: 'new', edited: true }, cache);
    expect(commentsIn(held('oldest'))[0]).toMatchObject({ text: 'new', edited: true });
    expect(commentsIn(held('newest'))[1]?.text).toBe('new');
    dropComment(comment(1), cache);
    expect([idsIn('newest'), idsIn('oldest')]).toEqual([['c2'], ['c2']]);
    expect(totalIn(held('newest'))).toBe(1);
  });

  it('are asked for anew where a deletion moved what is not loaded yet', () => {
    hold('newest', [[5, 4]], 5);
    hold('oldest', [[1, 2]], 2, 'other');
    dropComment(comment(5), cache);
    expect(cache.getQueryState(keyOf('newest'))?.isInvalidated).toBe(true);
    expect(cache.getQueryState(keyOf('oldest', 'other'))?.isInvalidated).toBe(false);
  });

  describe('that are on their way while something changes', () => {
    /** Shows the newest comments, of which the server has two at first; `answer` lets its next answer come. */
    function show() {
      let has = [2, 1];
      const waiting: (() => void)[] = [];
      const pageOf = (numbers: readonly number[]) => ({
        comments: numbers.map((n) => comment(n)),
        pagination: { page: 1, limit: 2, totalCount: numbers.length, hasMore: false },
      });
      const observer = new InfiniteQueryObserver(cache, {
        ...commentsQuery('me', 'p', 'newest'),
        retry: false,
        queryFn: () => {
          const page = pageOf(has);
          return new Promise<typeof page>((resolve) => waiting.push(() => resolve(page)));
        },
      });
      return {
        leave: observer.subscribe(() => undefined),
        serverHas: (numbers: number[]) => {
          has = numbers;
        },
        answer: async () => {
          await vi.waitFor(() => expect(waiting).not.toEqual([]));
          for (const each of waiting.splice(0)) each();
        },
      };
    }

    it.each([
      ['written here', () => addComment(comment(3), cache)],
      ['told of by the stream', () => refreshComments('p', cache)],
    ])('come again with the one that was %s before the first answer', async (_, happens) => {
      const { leave, serverHas, answer } = show();
      serverHas([3, 2, 1]);
      happens();
      await answer();
      await vi.waitFor(() => expect(idsIn('newest')).toEqual(['c2', 'c1']));
      await answer();
      await vi.waitFor(() => expect(idsIn('newest')).toEqual(['c3', 'c2', 'c1']));
      leave();
    });

    it('do not take back what was written, changed or deleted meanwhile', async () => {
      const { leave, serverHas, answer } = show();
      await answer();
      await vi.waitFor(() => expect(idsIn('newest')).toEqual(['c2', 'c1']));
      void cache.refetchQueries();
      serverHas([3, 1]);
      addComment(comment(3), cache);
      dropComment(comment(2), cache);
      expect(idsIn('newest')).toEqual(['c3', 'c1']);
      const seen = new Set<string>();
      const look = cache.getQueryCache().subscribe(() => seen.add(idsIn('newest').join()));
      await answer();
      await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
      expect([...seen]).toEqual(['c3,c1']);
      look();
      leave();
    });
  });
});
