import { limits } from '@duet/contract/limits';
import type { Post } from '@duet/contract/posts/shapes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { CallFailure, isUnanswered } from '../../../api/failure.ts';
import { queryClient } from '../../../api/queries.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { t } from '../../../i18n/language.ts';
import { currentSession, type Session, useSession } from '../../../session/session.ts';
import { type FeedPage, findCachedPost } from './cached-posts.ts';
import { persistedFeed, persistFeed } from './persisted-feed.ts';

/** For whom answers are kept: a person's id or 'guest'. Null while it is not known who a token stands for. */
function viewerKey({ status, user }: Session): string | null {
  if (user) return user._id;
  return status === 'ready' ? 'guest' : null;
}

export const useViewerKey = (): string | null => viewerKey(useSession());

/** How long a page that was loaded before is shown without asking again, in ms. */
const freshMs = 60_000;

/** What the device has where no answer came, as without a network, or one of the failures that are `meant`; every other stays one. */
async function orKept<Answer>(
  asked: Promise<Answer>,
  kept: () => Answer | null | undefined,
  meant: (error: unknown) => boolean = (error) => error instanceof CallFailure && error.status === 0,
): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    const answer = meant(error) ? kept() : null;
    if (answer) return answer;
    throw error;
  }
}

async function askForFeed(viewer: string, page: number, refresh: string | undefined, signal: AbortSignal) {
  const { data } = await call('posts.feed', {
    query: { page, limit: limits.feed.pageSize, sort: 'created_at', order: 'desc', refresh },
    signal,
  });
  const answer: FeedPage = { posts: data.posts, pagination: { ...data.pagination, page } };
  if (page === 1) persistFeed(viewer, answer);
  return answer;
}

/** What the device had kept is asked for again as soon as there is a network. */
const freshFor = ({ state }: { readonly state: { readonly data: unknown } }): number =>
  (state.data as FeedPage | undefined)?.keptAt ? 0 : freshMs;

/**
 * One page of the feed, newest first; without a network the first one as it was last time. `refresh` asks past every
 * cache on the way.
 */
export const feedQuery = (viewer: string, page: number, refresh?: string | null) =>
  queryOptions({
    queryKey: queryKeys.feedPage(viewer, page),
    staleTime: freshFor,
    refetchOnReconnect: true,
    queryFn: ({ signal }): Promise<FeedPage> =>
      orKept(askForFeed(viewer, page, refresh ?? undefined, signal), () =>
        page === 1 ? persistedFeed(viewer) : null,
      ),
  });

/** One page of the posts of a person, newest first, with the copies of the feed: what is done to a post shows in both. */
export const personFeedQuery = (viewer: string, personId: string, page: number) =>
  queryOptions({
    queryKey: queryKeys.personPage(viewer, personId, page),
    staleTime: freshMs,
    refetchOnReconnect: true,
    queryFn: async ({ signal }): Promise<FeedPage> => {
      const query = { page, limit: limits.feed.pageSize, userId: personId };
      const { data } = await call('posts.feed', { query, signal });
      return { posts: data.posts, pagination: { ...data.pagination, page } };
    },
  });

async function askForPost(id: string, signal: AbortSignal): Promise<Post> {
  const answer: { data?: { post?: Post }; post?: Post } = await call('posts.detail', {
    params: { id },
    signal,
  });
  const post = answer.data?.post ?? answer.post;
  if (!post) throw new CallFailure(t('rules.POST_NOT_FOUND'), { status: 404, answer });
  return post;
}

/** One post. What a page of the feed knows of it shows until it arrives, and where it cannot: no network, or a server that is busy. */
export const postQuery = (viewer: string, id: string) =>
  queryOptions({
    queryKey: queryKeys.post(viewer, id),
    placeholderData: () => findCachedPost(viewer, id),
    refetchOnReconnect: true,
    queryFn: ({ signal }): Promise<Post> =>
      orKept(
        askForPost(id, signal),
        () => findCachedPost(viewer, id) ?? persistedFeed(viewer)?.posts.find((post) => post._id === id),
        isUnanswered,
      ),
  });

/** Asks for the newest page of the feed before the feed itself is there to ask; resolves however that ends. */
export async function prefetchFeed(): Promise<void> {
  const viewer = viewerKey(currentSession());
  if (viewer !== null) await queryClient.prefetchQuery(feedQuery(viewer, 1));
}
