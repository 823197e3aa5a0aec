import type { SiteState } from './site-state.ts';

/** Somebody who asks for something. */
export interface Read {
  readonly who: string;
  /** Of a session or a personal one. */
  readonly token: string | null;
  readonly path: string;
}

/** All that may be asked for now: every kind of answer that may be cached, by everybody who may get another one. */
export function readsOf(state: SiteState): Read[] {
  const everybody = [
    { who: 'a guest', token: null },
    ...state.people.flatMap(({ username, tokens }) =>
      tokens.slice(-1).map((token) => ({ who: username, token })),
    ),
    ...state.ended.map((token) => ({ who: 'somebody whose session ended', token })),
    ...state.programs.map(({ token }) => ({ who: 'a program', token })),
  ];
  return everybody.flatMap(({ who, token }) => pathsOf(state, token).map((path) => ({ who, token, path })));
}

function pathsOf(state: SiteState, token: string | null): string[] {
  const { posts, people, messages, feedPaths } = state;
  const all = [
    '/api/posts?limit=3',
    '/api/posts?limit=3&page=2',
    '/api/posts?limit=3&order=asc',
    `/api/posts?limit=3&userId=${state.person(0).id}`,
    '/api/years',
    '/api/site',
    ...posts.flatMap((id) => [
      `/api/posts/${id}`,
      `/api/comments/post/${id}?limit=3`,
      `/api/comments/post/${id}?limit=3&sort=oldest`,
    ]),
  ];
  if (token === null) {
    const feeds = ['/feed.atom', '/feed.json', ...feedPaths];
    return [...all, ...feeds, '/about', ...posts.map((id) => `/post/${id}`)];
  }
  return [
    ...all,
    '/api/auth/user',
    '/api/users/preferences',
    '/api/messages/conversations',
    '/api/messages/unread-count',
    '/api/messages/blocks',
    '/api/admin/activity',
    '/api/admin/activity/unread-count',
    '/api/admin/reports',
    '/api/posts/drafts',
    '/api/users',
    ...people.flatMap(({ id }) => [
      `/api/users/${id}`,
      // The first page would mark what it shows as read.
      `/api/messages/conversation/${id}?limit=1&page=2`,
      ...messages
        .filter(({ fromId, toId }) => id === fromId || id === toId)
        .map((before) => `/api/messages/conversation/${id}?limit=2&before=${before.id}`),
    ]),
  ];
}
