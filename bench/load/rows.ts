import type { RequestTemplate } from './requests.ts';
import { tokenOf } from './seed.ts';
import { firstWriter, personId, reader, seeded } from './seed-constants.ts';

/** What a row is held against. */
export type Yardstick = 'kept string' | '304' | 'commits';

/** A line of the table. */
export interface Row {
  readonly name: string;
  readonly group: string;
  readonly says: string;
  readonly request: RequestTemplate;
  readonly yardstick: Yardstick;
  /** The ratio to the yardstick that is wanted; null where none was set. */
  readonly wanted: number | null;
  readonly connections: number;
  /** What changes with the site, such as an entity tag; asked for before each measurement. */
  readonly renew?: () => Promise<RequestTemplate>;
  /** What comes in meanwhile. */
  readonly beside?: readonly { readonly request: RequestTemplate; readonly perSecond: number }[];
}

/** What the rows ask about; found out from the server. */
export interface Subjects {
  /** Ids of posts that everybody sees, the newest first. */
  readonly posts: readonly string[];
  /** One of them that has many comments. */
  readonly popular: string;
  readonly lastPage: number;
  /** The entity tag of the first page of the feed, as it is now. */
  feedTag(): Promise<string>;
}

const connections = 32;
const differentPeople = 200;
const people = Array.from({ length: differentPeople }, (_, n) => tokenOf(firstWriter + n));
const writers = (count: number) => Array.from({ length: count }, (_, n) => tokenOf(firstWriter + n));
const all = writers(seeded.people - firstWriter);
const feed = '/api/posts';

/** Every row, in the order of the table: what writes comes last. */
export function rowsOf({ posts, popular, lastPage, feedTag }: Subjects): Row[] {
  const signedIn = tokenOf(reader);
  const read = (
    name: string,
    group: string,
    says: string,
    request: Partial<RequestTemplate> & { path: string },
    wanted: number | null,
    more: Partial<Row> = {},
  ): Row => ({
    name,
    group,
    says,
    request: { method: 'GET', ...request },
    yardstick: 'kept string',
    wanted,
    connections,
    ...more,
  });
  const packed = (encoding: string) => ({ path: feed, headers: { 'accept-encoding': encoding } });
  /** Pages asked for once each: what one costs that is not cached. Of few posts there are too few pages for that. */
  const anew = (pages: readonly string[]) => ({
    path: `${feed}?page={page}`,
    turns: { page: { values: pages } },
  });
  const half = Math.ceil(lastPage / 2);
  const firstHalf = numbers(1, half);
  const lastTenth = numbers(Math.ceil(lastPage * 0.9), lastPage);
  const inTurn = { token: '{person}', turns: { person: { values: people } } };
  const post = `/api/posts/${popular}`;
  const comments = `/api/comments/post/${popular}`;
  const like: RequestTemplate = {
    method: 'POST',
    path: '/api/likes',
    token: '{person}',
    body: '{"postId":"{post}"}',
    turns: { person: { values: all }, post: { values: posts, every: all.length } },
  };
  const comment: RequestTemplate = {
    method: 'POST',
    path: '/api/comments',
    token: '{person}',
    body: '{"postId":"{post}","text":"What an evening, number {n}.","clientId":"{n}"}',
    turns: { person: { values: all }, post: { values: posts, every: 3 } },
  };
  const message: RequestTemplate = {
    method: 'POST',
    path: '/api/messages',
    token: '{person}',
    body: '{"recipientId":"{other}","message":"On my way, number {n}.","clientId":"{n}"}',
    turns: { person: { values: writers(400) }, other: { values: peopleAfter(400), every: 7 } },
  };
  const write = (
    name: string,
    says: string,
    request: RequestTemplate,
    count: number,
    wanted: number | null,
  ) => ({
    ...read(name, 'writes', says, request, wanted),
    request,
    yardstick: 'commits' as const,
    connections: count,
  });
  return [
    read('feed', 'feed', 'feed, guest', { path: feed }, 0.8),
    read('feed-gzip', 'feed', 'feed, guest, gzip', packed('gzip'), 0.8),
    read('feed-br', 'feed', 'feed, guest, br', packed('br'), 0.8),
    read('feed-304', 'feed', 'feed, guest, unchanged', { path: feed }, 0.9, {
      yardstick: '304',
      renew: async () => ({
        method: 'GET',
        path: feed,
        headers: { 'if-none-match': await feedTag() },
        status: 304,
      }),
    }),
    read('feed-one', 'feed', 'feed, one person', { path: feed, token: signedIn }, 0.5),
    read('feed-people', 'feed', `feed, ${differentPeople} people in turn`, { path: feed, ...inTurn }, 0.5),
    read('feed-last', 'feed', 'feed, guest, last page', { path: `${feed}?page=${lastPage}` }, null),
    read('feed-first-anew', 'feed', 'feed, guest, pages of the first half, each once', anew(firstHalf), null),
    read('feed-last-anew', 'feed', 'feed, guest, pages of the last tenth, each once', anew(lastTenth), null),
    read('feed-busy', 'feed', 'feed, guest, 50 likes and 5 comments a second', { path: feed }, 0.5, {
      beside: [
        { request: like, perSecond: 50 },
        { request: comment, perSecond: 5 },
      ],
    }),
    read('post', 'post', 'one post, guest', { path: post }, 0.8),
    read('post-signed', 'post', 'one post, signed in', { path: post, token: signedIn }, null),
    read('page', 'post', 'page /post/ID, guest', { path: `/post/${popular}` }, null),
    read('comments', 'comments', 'comments, guest', { path: comments }, 0.8),
    read('comments-signed', 'comments', 'comments, signed in', { path: comments, token: signedIn }, null),
    read(
      'thread',
      'messages',
      'thread',
      { path: `/api/messages/conversation/${personId(reader + 1)}`, token: signedIn },
      0.4,
    ),
    read('inbox', 'messages', 'inbox', { path: '/api/messages/conversations', token: signedIn }, 0.4),
    read('unread', 'messages', 'unread count', { path: '/api/messages/unread-count', token: signedIn }, 0.4),
    read('me', 'account', 'who am I', { path: '/api/auth/user', token: signedIn }, 0.4),
    read(
      'me-people',
      'account',
      `who am I, ${differentPeople} people in turn`,
      { path: '/api/auth/user', ...inTurn },
      0.4,
    ),
    write('like-1', 'likes, 1 writer', like, 1, null),
    write('like-32', 'likes, 32 writers', like, 32, 5),
    write('comment-16', 'comments, 16 writers', comment, 16, 3),
    write('message-16', 'messages, 16 writers', message, 16, 3),
  ];
}

/** `from` to `to`, both included, as a path has them. */
const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

/** Other people than the writers. */
const peopleAfter = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => personId(firstWriter + count + n));

const nothing: Subjects = { posts: [], popular: '', lastPage: 1, feedTag: async () => '' };

/** The names that a choice of rows may have: those of rows and of their groups. */
export const rowNames: ReadonlySet<string> = new Set(
  rowsOf(nothing).flatMap(({ name, group }) => [group, name]),
);
