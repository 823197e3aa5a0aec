import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../../client.ts';
import { register, type Two } from './people.ts';
import { openSite } from './site.ts';
import { until } from './until.ts';

const readers = 24;
const writers = 16;
const rounds = 3;

/**
 * Answers of the feed and messages a second of one, two and three servers behind the balancer, on the same database and in turns, each
 * for so many seconds, three times; the middle one of each counts.
 */
export async function throughput(seconds: number): Promise<string[]> {
  await using site = await openSite(3);
  const two = await register(site);
  const draft = await until(() => two.admin.client.call('posts.draft', { body: { postType: 'richText' } }));
  const params = { id: draft.body.data.postId };
  await until(() => two.admin.client.call('posts.publish', { params, body: { content: '<p>Hello</p>' } }));
  const all = site.servers.map(({ url }) => url);
  const found = [1, 2, 3].map((servers) => ({ servers, reads: [] as number[], writes: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { servers, reads, writes } of found) {
      await site.balancer.use(all.slice(0, servers));
      await rate(1, readers, () => read(two.ana.client));
      reads.push(await rate(seconds, readers, () => read(two.ana.client)));
      writes.push(await rate(seconds, writers, () => write(two)));
    }
  }
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const one = { reads: middle(found[0]?.reads ?? []), writes: middle(found[0]?.writes ?? []) };
  return [
    '| servers | feed, signed in: a second | ratio | messages: a second | ratio |',
    '| ---: | ---: | ---: | ---: | ---: |',
    ...found.map(({ servers, reads, writes }) => {
      const [read, write] = [middle(reads), middle(writes)];
      const ratios = [read / one.reads, write / one.writes].map((ratio) => ratio.toFixed(2));
      return `| ${servers} | ${read.toFixed(0)} | ${ratios[0]} | ${write.toFixed(0)} | ${ratios[1]} |`;
    }),
  ];
}

/** Calls a second of so many callers. */
async function rate(seconds: number, callers: number, call: () => Promise<void>): Promise<number> {
  const since = performance.now();
  let count = 0;
  const calling = async () => {
    while (performance.now() - since < seconds * 1000) {
      await call();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, calling));
  return (count / (performance.now() - since)) * 1000;
}

async function read(client: Client): Promise<void> {
  const response = await client.fetch('/api/posts');
  await response.arrayBuffer();
  if (response.status !== 200) await wait(20);
}

async function write({ admin, ana }: Two): Promise<void> {
  const body = { recipientId: ana.id, message: 'hello', clientId: crypto.randomUUID() };
  await until(() => admin.client.call('messages.send', { body }));
}
