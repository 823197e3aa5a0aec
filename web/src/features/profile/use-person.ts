import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { personFeedQuery } from '../posts/index.ts';

/** Who somebody is, as far as this viewer may know. */
export interface ShownPerson {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly name: string;
  readonly profilePictureUrl: string | null;
  /** ISO 8601; null for a deleted account, of which only its posts are known. */
  readonly since: string | null;
  readonly postCount: number | null;
  readonly deleted: boolean;
}

const isMissing = (error: unknown): boolean => error instanceof CallFailure && error.status === 404;

/**
 * A person's public facts. The account of somebody who was deleted answers 404 to everybody but admins, while their posts
 * stay: what one of those says of its author is shown then, and `person` is null where there is none.
 */
export function usePerson(viewer: string, id: string, authored: Post | undefined) {
  const query = useQuery({
    queryKey: queryKeys.user(viewer, id),
    queryFn: async ({ signal }) => (await call('accounts.user', { params: { id }, signal })).data.user,
    retry: (count, error) => !isMissing(error) && count < 1,
  });
  const { data: user } = query;
  const isGone = query.isError && isMissing(query.error);
  return { person: user ? ofUser(user) : isGone && authored ? ofAuthor(authored) : null, isGone, query };
}

type User = Awaited<ReturnType<typeof call<'accounts.user'>>>['data']['user'];

const ofUser = (user: User): ShownPerson => ({
  id: user._id,
  username: user.username,
  displayName: user.displayName,
  name: shownName(user),
  profilePictureUrl: user.profilePictureUrl,
  since: user.created_at,
  postCount: user.postCount,
  deleted: user.deleted === true,
});

const ofAuthor = (post: Post): ShownPerson => ({
  id: post.user_id,
  username: post.username,
  displayName: post.displayName,
  name: shownName(post),
  profilePictureUrl: post.profilePictureUrl,
  since: null,
  postCount: null,
  deleted: true,
});

/** The published posts of a person, newest first, as many pages of them as were asked for. */
export function usePersonPosts(viewer: string, id: string) {
  const cache = useQueryClient();
  const [count, setCount] = useState(1);
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, index) => personFeedQuery(viewer, id, index + 1)),
  });
  const last = pages.at(-1);
  const seen = new Set<string>();
  const posts = pages
    .flatMap(({ data }) => data?.posts ?? [])
    // A post that came out meanwhile moves the others on by one, over the edge of a page.
    .filter(({ _id }) => !seen.has(_id) && seen.add(_id));
  return {
    posts,
    isLoaded: pages[0]?.data !== undefined,
    error: pages.find(({ error, data }) => error && !data)?.error ?? null,
    isFetching: pages.some(({ isFetching }) => isFetching),
    hasMore: last?.data?.pagination.hasMore ?? false,
    isLoadingMore: count > 1 && last?.isPending === true,
    more: () => setCount(count + 1),
    retry: () => void Promise.all(pages.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    refresh: () =>
      Promise.all(
        pages.map((_, index) =>
          cache.refetchQueries({ queryKey: personFeedQuery(viewer, id, index + 1).queryKey }),
        ),
      ),
  };
}
