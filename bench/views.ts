import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '@duet/contract/endpoints';
import { root, runtime } from '../scripts/project.mjs';
import { call } from './duet-admin.ts';
import { addPeople, filledSite, watchMemory } from './filled-site.ts';

/** `DUET_BENCH_EVENTS=100000` for fewer. */
const events = Number(process.env.DUET_BENCH_EVENTS ?? 1_000_000);
const people = 10_000;
/** The others are guests, known by the id of their device. */
const signedIn = 5000;
const posts = 100;
const perCall = 20;
const inFlight = 32;

/**
 * Views of 100 posts by 10,000 people, sent in batches as the app sends them, with repeats, wrong ids and an admin's
 * among them; compared post by post with a model, and with the command that counts the records.
 */
export async function views(): Promise<string[]> {
  const ids: string[] = [];
  let tokens: string[] = [];
  await using site = await filledSite(
    (database) => {
      tokens = addPeople(database, signedIn, signedIn);
    },
    async (url, token) => {
      for (let n = 0; n < posts; n += 1) ids.push(await publish(url, token, n));
    },
  );
  const { server, token, dataFolder } = site;
  const counted = ids.map(() => new Set<number>());
  const most = watchMemory(server);
  const before = server.memory();
  const send = sender(server.url);
  const random = seeded(7);
  let left = Math.ceil(events / perCall);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left > 0) {
        left -= 1;
        const who = Math.floor(random() * people);
        const seen = Array.from({ length: perCall }, () => Math.floor(random() * posts));
        const byAdmin = random() < 0.01;
        if (!byAdmin) for (const post of seen) counted[post]?.add(who);
        const postIds = [...seen.map((post) => ids[post]), 'nothing'];
        const person = byAdmin ? token : tokens[who];
        await send(person ? { postIds } : { postIds, viewerId: `device ${who}` }, person ?? null);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const memory = most();
  const wrong: string[] = [];
  for (const [at, id] of ids.entries()) {
    const { data } = await call(server.url, token, endpoints['posts.detail'], { params: { id } });
    if (data.post.realViewsCount !== counted[at]?.size)
      wrong.push(`${id}: ${data.post.realViewsCount} shown, ${counted[at]?.size} expected`);
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const total = counted.reduce((sum, { size }) => sum + size, 0);
  return [
    `${events} view events of ${people} people (${signedIn} signed in) on ${posts} posts, ${perCall} a call, ${inFlight} calls at a time.`,
    '',
    '| | |',
    '| --- | ---: |',
    `| events a second | ${(events / seconds).toFixed(0)} |`,
    `| calls a second | ${(events / perCall / seconds).toFixed(0)} |`,
    `| seconds | ${seconds.toFixed(1)} |`,
    `| views counted, by the site and by the model | ${total} |`,
    `| posts whose count differs from the model's | ${wrong.length} of ${posts} |`,
    `| memory above the start, MiB (most) | ${((memory - before) / 1024 ** 2).toFixed(0)} |`,
    '',
    `\`npm run duet -- views recount\`: ${recount(dataFolder)}`,
  ];
}

async function publish(url: string, token: string, n: number): Promise<string> {
  const { data } = await call(url, token, endpoints['posts.draft'], { body: { postType: 'richText' } });
  const body = { content: `<p>Post ${n}</p>` };
  await call(url, token, endpoints['posts.publish'], { params: { id: data.postId }, body });
  return data.postId;
}

const recount = (dataFolder: string): string =>
  execFileSync(runtime(), ['server/src/cli/main.ts', 'views', 'recount'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DUET_DATA_DIR: dataFolder },
  }).trim();

/** Sends a body over connections that stay open; a busy server is asked again. */
function sender(url: string): (body: object, token: string | null) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const address = new URL(endpoints['views.record'].path, url);
  const once = (body: string, token: string | null) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      const sent = request(address, { agent, method: 'POST', headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return async (body, token) => {
    const text = JSON.stringify(body);
    for (;;) {
      const status = await once(text, token).catch(() => 503);
      if (status === 200) return;
      if (status !== 503) throw new Error(`views: ${status}`);
      await wait(20);
    }
  };
}

/** Numbers of chance that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
