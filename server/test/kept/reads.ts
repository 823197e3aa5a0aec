import type { World } from './world.ts';

/** Somebody who asks for something. */
export interface Read {
  readonly who: string;
  readonly token: string | null;
  readonly path: string;
}

/** All that may be asked for now: every kind of answer that may be kept, by everybody who may get another one. */
export function readsOf(world: World): Read[] {
  const everybody = [
    { who: 'a guest', token: null },
    ...world.people.map(({ username, tokens }) => ({ who: username, token: tokens.at(-1) ?? null })),
    ...world.ended.map((token) => ({ who: 'somebody whose session ended', token })),
  ];
  return everybody.flatMap(({ who, token }) => pathsOf(world, token).map((path) => ({ who, token, path })));
}

function pathsOf({ posts, people, messages }: World, token: string | null): string[] {
  const all = [
    '/api/posts?limit=3',
    '/api/posts?limit=3&page=2',
    '/api/posts?limit=3&order=asc',
    ...posts.flatMap((id) => [
      `/api/posts/${id}`,
      `/api/comments/post/${id}?limit=3`,
      `/api/comments/post/${id}?limit=3&sort=oldest`,
    ]),
  ];
  if (token === null) return [...all, ...posts.map((id) => `/post/${id}`)];
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
      `/api/messages/conversation/${id}?limit=2&page=2`,
      ...messages.map((before) => `/api/messages/conversation/${id}?limit=2&before=${before}`),
    ]),
  ];
}

/** What came back, as far as two servers must agree on it. */
export async function ask(url: string, { token, path }: Read): Promise<string> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await onceMore(() => fetch(new URL(path, url), { headers }));
  const text = await response.text();
  // Signed addresses are written for the moment.
  const body = text.replaceAll(/(\/media\/[\w/.]+)\?e=\d+&(?:amp;)?u=[\w-]+&(?:amp;)?s=[\w-]+/g, '$1?signed');
  // Where the site lives stands in its pages.
  return `${response.status} ${body.replaceAll(new URL(url).origin, '')}`;
}

/** Sends it again where the server has closed the kept-alive connection on which it was sent. */
export async function onceMore<T>(send: () => Promise<T>): Promise<T> {
  return send().catch((error: Error & { cause?: { code?: string } }) => {
    if (error.cause?.code === 'ECONNRESET' || error.cause?.code === 'UND_ERR_SOCKET') return send();
    throw error;
  });
}
