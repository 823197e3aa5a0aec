import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Client } from '../client.ts';
import { Person, password } from '../harness.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { filesBelow, orphansIn, type PlainDatabase, plainDatabase, recount } from './recount.ts';
import { startServer } from './server-process.ts';
import { Visitor } from './visitor.ts';

/** `npm run bench -- life-cycle` asks for more. */
const kills = Number(process.env.DUET_MODEL_KILLS ?? 2);
const visitors = 3;
const dayMs = 24 * 60 * 60 * 1000;

/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function firstAdmin(url: string, printed: string): Promise<Person> {
  const setupCode = /setup=([\w-]{43})/.exec(printed)?.[1] ?? '';
  const account = { username: 'ioana', email: 'ioana@example.org', password, setupCode };
  const { status, body } = await new Client(url).call('accounts.register', { body: account });
  if (status !== 200) throw new Error(body.error);
  return new Person(url, body.data.token ?? '', body.data.user, password);
}

/** What people were told is there and is not, and what else is wrong. */
async function wrong(dataDir: string, plain: PlainDatabase, people: readonly Visitor[]): Promise<string[]> {
  const { faults, unclaimed, posts, refs } = await recount(dataDir, plain);
  const fault = (id: string, role: string, paths: readonly string[] | null): string | [] => {
    if (!posts.has(id)) return `${id} is lost`;
    const held = refs.get(id)?.get(role) ?? [];
    return paths === null || paths.join() === held.join()
      ? []
      : `${id} refers to ${held} and not to ${paths}`;
  };
  const broken = people.flatMap(({ posts: galleries, videos, gone }) => [
    ...[...galleries].flatMap(([id, paths]) => fault(id, 'gallery', paths)),
    ...[...videos].flatMap(([id, path]) => fault(id, 'video', [path])),
    ...[...gone].filter((id) => posts.has(id)).map((id) => `${id} is back`),
  ]);
  return [...faults, ...unclaimed, ...broken];
}

it('loses nothing and keeps no orphan when a real server is killed in the midst of its work', {
  timeout: 60_000 + kills * 8000,
}, async () => {
  using dir = temporaryDir();
  const random = randomFrom(Number(process.env.DUET_MODEL_SEED ?? Date.now()));
  let server = await startServer(dir.path);
  // Whatever fails, no server outlives the test.
  onTestFinished(() => server.kill('SIGKILL'));
  const people: Visitor[] = [];
  const admin = await firstAdmin(server.url, server.printed());
  for (let n = 0; n < visitors; n += 1) people.push(new Visitor(admin, dot, random));
  await using plain = await plainDatabase(dir.path, null);
  for (let n = 0; n < kills; n += 1) {
    const visits = people.map((person) => person.visit(server.url));
    const cut = Promise.race([new Promise((end) => setTimeout(end, 100 + random() * 900)), ...visits]);
    await cut;
    await server.kill('SIGKILL');
    await Promise.all(visits);
    expect(await wrong(dir.path, plain, people)).toEqual([]);
    server = await startServer(dir.path);
  }
  await server.kill('SIGTERM');
  await age(dir.path, plain);
  server = await startServer(dir.path);
  const keeper = new Person(server.url, admin.token ?? '', admin.user, password);
  const clean = async () => {
    const body = { directories: ['photos', 'videos', 'profile'], confirm: 'DELETE_UNUSED_MEDIA' } as const;
    await keeper.call('cleanup.mediaExecute', { body: { ...body, directories: [...body.directories] } });
    return orphansIn(await recount(dir.path, plain));
  };
  await expect.poll(clean, { timeout: 20_000 }).toEqual([]);
  // The first picture after the start sweeps what dead processes left in the making.
  await keeper.call('media.profilePicture', { body: { imageData: dot.toString('base64') } });
  expect(filesBelow(join(dir.path, 'tmp'))).toEqual([]);
  expect(await wrong(dir.path, plain, people)).toEqual([]);
  await server.kill('SIGTERM');
  const into = process.env.DUET_MODEL_REPORT;
  const calls = people.reduce((sum, { done }) => sum + done, 0);
  const posts = people.reduce((sum, person) => sum + person.posts.size + person.videos.size, 0);
  if (into) writeFileSync(`${into}.kills`, JSON.stringify({ kills, calls, posts }));
});

/** Three days go by while no server runs. */
async function age(dataDir: string, plain: PlainDatabase): Promise<void> {
  const past = 3 * dayMs;
  await plain.rows(`update media set created_at = created_at - ${past}, released_at = released_at - ${past}`);
  await plain.rows(
    `update upload_sessions set created_at = created_at - ${past}, expires_at = expires_at - ${past}`,
  );
  const then = new Date(Date.now() - past);
  for (const folder of ['media', 'uploads', 'tmp']) {
    for (const name of filesBelow(join(dataDir, folder))) {
      utimesSync(join(dataDir, folder, name), then, then);
      utimesSync(join(dataDir, folder, name, '..'), then, then);
    }
  }
}
