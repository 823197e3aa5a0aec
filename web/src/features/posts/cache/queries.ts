import { limits } from '@duet/contract/limits';
import type { Post } from '@duet/contract/posts/shapes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { copyOf, detailKey, type FeedPage, feedKey } from './copies.ts';

/** How long a page that was loaded before is shown without asking again, in ms. */
const freshMs = 60_000;

/** One page of the feed, newest first. `refresh` asks past every cache on the way. */
export const feedQuery = (viewer: string, page: number, refresh?: string | null) =>
  queryOptions({
    queryKey: [...feedKey, viewer, page] as const,
    staleTime: freshMs,
    queryFn: async ({ signal }): Promise<FeedPage> => {
      const { data } = await call('posts.feed', {
        query: {
          page,
          limit: limits.feed.pageSize,
          sort: 'created_at',
          order: 'desc',
          refresh: refresh ?? undefined,
        },
        signal,
      });
      return { posts: data.posts, pagination: { ...data.pagination, page } };
    },
  });

/** One post. What a page of the feed knows of it shows until it arrives. */
export const postQuery = (viewer: string, id: string) =>
  queryOptions({
    queryKey: [...detailKey, viewer, id] as const,
    placeholderData: () => copyOf(viewer, id),
    queryFn: async ({ signal }): Promise<Post> => {
      const answer: { data?: { post?: Post }; post?: Post } = await call('posts.detail', {
        params: { id },
        signal,
      });
      const post = answer.data?.post ?? answer.post;
      if (!post) throw new CallFailure(t('rules.POST_NOT_FOUND'), { status: 404, answer });
      return post;
    },
  });
