import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '@duet/contract/endpoints';
import { eventsPath } from '@duet/contract/events/stream';
import { call, firstAdmin } from './duet-admin.ts';
import { startDuet } from './server-process.ts';

/** `DUET_BENCH_STREAMS=1000` for more. A person has 20 at most; an address 256 connections, so they come from several. */
const count = Number(process.env.DUET_BENCH_STREAMS ?? 500);
const perPerson = 20;
const perAddress = 200;
const posts = 20;

interface Told {
  readonly text: string;
  readonly at: number;
}

/** An open stream and when it was told what. */
class Stream {
  readonly told: Told[] = [];
  readonly #request: ClientRequest;

  constructor(request: ClientRequest, response: NodeJS.ReadableStream) {
    this.#request = request;
    response.on('data', (bytes) => this.told.push({ text: String(bytes), at: performance.now() }));
    response.on('error', () => {});
  }

  end(): void {
    this.#request.destroy();
  }
}

async function open(url: string, token: string, index: number): Promise<Stream> {
  const localAddress = `127.0.0.${2 + Math.floor(index / perAddress)}`;
  const headers = { authorization: `Bearer ${token}` };
  const request = get(new URL(eventsPath, url), { headers, localAddress, agent: false });
  request.on('error', () => {});
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`stream ${index}: ${response.statusCode}`);
  return new Stream(request, response);
}

/** Memory of a server with many open streams, and how long a post takes to be told on the last of them. */
export async function streams(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'duet-bench-'));
  const duet = await startDuet(join(folder, 'data'));
  const opened: Stream[] = [];
  try {
    const admin = await firstAdmin(duet.url, duet.printed());
    const tokens: string[] = [];
    for (let n = 0; n < Math.ceil(count / perPerson); n += 1) {
      const body = { username: `person_${n}`, email: `p${n}@example.org`, password: 'Secret!123' };
      tokens.push((await call(duet.url, null, endpoints['accounts.register'], { body })).data.token ?? '');
    }
    // What the first calls and streams bring into memory is there before the counting begins.
    await publish(duet.url, admin);
    await wait(1000);
    const before = duet.memory();
    for (let n = 0; n < count; n += 1) {
      opened.push(await open(duet.url, tokens[Math.floor(n / perPerson)] ?? '', n));
    }
    await wait(1000);
    const after = duet.memory();
    const took: number[] = [];
    for (let n = 0; n < posts; n += 1) took.push(await timeToLast(duet.url, admin, opened));
    took.sort((one, other) => one - other);
    const ms = (value = 0) => value.toFixed(0);
    return [
      '| open streams | memory a stream, KiB | all told, MiB | post to the last stream, ms (median) | (most) |',
      '| ---: | ---: | ---: | ---: | ---: |',
      `| ${count} | ${((after - before) / count / 1024).toFixed(1)} | ${((after - before) / 1024 ** 2).toFixed(1)} | ${ms(took[took.length >> 1])} | ${ms(took.at(-1))} |`,
    ];
  } finally {
    for (const each of opened) each.end();
    await duet.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

async function publish(url: string, token: string): Promise<string> {
  const draft = await call(url, token, endpoints['posts.draft'], { body: { postType: 'richText' } });
  const { postId } = draft.data;
  const body = { content: '<p>Hello</p>' };
  await call(url, token, endpoints['posts.publish'], { params: { id: postId }, body });
  return postId;
}

/** From the moment in which a post is sent to be published until the last stream has been told, in ms. */
async function timeToLast(url: string, token: string, all: readonly Stream[]): Promise<number> {
  const draft = await call(url, token, endpoints['posts.draft'], { body: { postType: 'richText' } });
  const { postId } = draft.data;
  const began = performance.now();
  await call(url, token, endpoints['posts.publish'], {
    params: { id: postId },
    body: { content: '<p>Hello</p>' },
  });
  const toldAt = ({ told }: Stream) => told.find(({ text }) => text.includes(postId))?.at;
  while (!all.every((stream) => toldAt(stream) !== undefined)) await wait(1);
  return Math.max(...all.map((stream) => toldAt(stream) ?? 0)) - began;
}
