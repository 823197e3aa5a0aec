import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { register, registerMany, type Someone } from './people.ts';
import type { Site } from './site.ts';
import { until } from './until.ts';

const posts = 100;
const people = 100;
const readers = 24;
const writers = 16;

/** One of the things that a site is asked for again and again. */
export interface Kind {
  readonly name: string;
  /** How many ask at once. */
  readonly callers: number;
  /** The `n`th call of a caller; throws where it is refused. */
  call(caller: number, n: number): Promise<Answered>;
}

interface Answered {
  /** Of the body, as it was sent. */
  readonly bytes: number;
}

/** A site with posts, comments and people, and what is asked of it through the balancer. */
export async function prepareKinds(site: Site): Promise<readonly Kind[]> {
  const { admin } = await register(site);
  const ids: string[] = [];
  for (let n = 0; n < posts; n += 1) {
    const draft = await until(() => admin.client.call('posts.draft', { body: { postType: 'richText' } }));
    const id = draft.body.data.postId;
    const content = `<p>Post ${n}. ${'A sentence as people write them. '.repeat(12)}</p>`;
    await until(() => admin.client.call('posts.publish', { params: { id }, body: { content } }));
    ids.push(id);
  }
  const crowd = await registerMany(site, people);
  const idOf = (n: number) => ids[n % ids.length] ?? '';
  const one = (n: number): Someone => crowd[n % crowd.length] ?? admin;
  for (let n = 0; n < 20; n += 1) {
    const body = { postId: idOf(0), text: `Comment ${n}` };
    await until(() => one(n).client.call('comments.create', { body }));
  }
  const { url } = site.balancer;
  const line = new Line(url);
  const zipped = { 'accept-encoding': 'gzip' };
  const feed = await line.get('/api/posts', zipped);
  const unchanged = { ...zipped, 'if-none-match': feed.headers.etag ?? '' };
  const as = ({ client }: Someone) => ({ authorization: `Bearer ${client.token}` });
  const read = (name: string, call: Kind['call']): Kind => ({ name, callers: readers, call });
  const write = (name: string, call: Kind['call']): Kind => ({ name, callers: writers, call });
  return [
    read('feed, guest (gzip)', () => line.get('/api/posts', zipped)),
    read('feed, guest, unchanged (304)', () => line.get('/api/posts', unchanged)),
    read('feed, one person', () => line.get('/api/posts', as(one(0)))),
    read(`feed, ${people} people in turn`, (caller, n) =>
      line.get('/api/posts', as(one(caller + n * readers))),
    ),
    read('one post, guest', () => line.get(`/api/posts/${idOf(0)}`)),
    read(`${posts} posts in turn, guest`, (caller, n) =>
      line.get(`/api/posts/${idOf(caller + n * readers)}`),
    ),
    read('20 comments, guest', () => line.get(`/api/comments/post/${idOf(0)}`)),
    read('unread messages, 100 people in turn', (caller, n) =>
      line.get('/api/messages/unread-count', as(one(caller + n * readers))),
    ),
    write('like, each of another post', (caller, n) =>
      line.post('/api/likes', { postId: idOf(caller + n * writers) }, as(one(caller))),
    ),
    write('likes of one post', (caller) => line.post('/api/likes', { postId: idOf(1) }, as(one(caller)))),
    write('comment, each on another post', (caller, n) =>
      line.post('/api/comments', { postId: idOf(caller + n * writers), text: 'How lovely' }, as(one(caller))),
    ),
    write('message, 16 conversations', (caller) => {
      const body = { recipientId: one(caller + writers).id, message: 'hello', clientId: crypto.randomUUID() };
      return line.post('/api/messages', body, as(one(caller)));
    }),
    write('messages of one conversation', () => {
      const body = { recipientId: one(1).id, message: 'hello', clientId: crypto.randomUUID() };
      return line.post('/api/messages', body, as(one(0)));
    }),
  ];
}

/** Connections that stay open, and bodies as they come: the client shares the processor with what it measures. */
class Line {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}) {
    return this.#send('GET', path, headers);
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>>) {
    return this.#send('POST', path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body));
  }

  async #send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Answered & { readonly headers: IncomingHttpHeaders }> {
    const { hostname: host, port } = this.#url;
    const sending = request({ agent: this.#agent, host, port, method, path, headers });
    sending.end(body);
    const [answer] = await once(sending, 'response');
    let bytes = 0;
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    await once(answer, 'end');
    if (answer.statusCode !== 200 && answer.statusCode !== 304) {
      throw new Error(`${method} ${path} was answered with ${answer.statusCode}`);
    }
    return { bytes, headers: answer.headers };
  }
}
