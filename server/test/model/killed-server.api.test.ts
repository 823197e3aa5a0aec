import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { Person, password } from '../harness.ts';
import { onOneServer } from '../on-one-server.ts';
import { randomFrom } from '../random.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { createTestDatabase } from '../test-database.ts';
import { dot, firstAdmin, wrong } from './acknowledged.ts';
import { filesBelow, orphansIn, type PlainDatabase, plainDatabase, recount } from './recount.ts';
import { startServer } from './server-process.ts';
import { TextClient } from './text-client.ts';
import { cancelForgotten, Visitor } from './visitor.ts';
import { whenNotBusy } from './when-not-busy.ts';

/** `npm run trust -- kills` and `npm run bench -- life-cycle` ask for more. */
const kills = Number(process.env.DUET_MODEL_KILLS ?? 2);
const visitors = 3;
const dayMs = 24 * 60 * 60 * 1000;

onOneServer(
  'loses nothing and keeps no orphan when a real server is killed in the midst of its work',
  {
    timeout: 60_000 + kills * 20_000,
  },
  async () => {
    using dir = temporaryDir();
    const random = randomFrom(Number(process.env.DUET_MODEL_SEED ?? Date.now()));
    await using database = await createTestDatabase();
    const settings = { ...(database.url && { DUET_DATABASE_URL: database.url }) };
    let server = await startServer(dir.path, settings);
    // Whatever fails, no server outlives the test.
    onTestFinished(() => server.kill('SIGKILL'));
    const people: Visitor[] = [];
    const admin = await firstAdmin(server.url, server.printed());
    for (let n = 0; n < visitors; n += 1) people.push(new Visitor(admin, dot, random));
    const clients = ['ana', 'ema'].map((name) => new TextClient(admin, name, random));
    await using plain = await plainDatabase(dir.path, database.url);
    const doneBy = (some: readonly { readonly done: number }[]) =>
      some.reduce((sum, each) => sum + each.done, 0);
    const told = () =>
      `acknowledged writes: ${doneBy(clients)} of words, ${doneBy(people)} of galleries, videos and pictures`;
    for (let n = 0; n < kills; n += 1) {
      const visits = [...people, ...clients].map((person) => person.visit(server.url));
      // Words are written before the first picture is: each second kill waits for what has files.
      const [whose, wanted] =
        n % 2 === 0 ? [people, 1 + random() * 3] : [[...people, ...clients], 2 + random() * 10];
      const until = doneBy(whose) + wanted;
      const ended = Promise.all(visits).then(() => true);
      while (doneBy(whose) < until && !(await Promise.race([ended, wait(5)])));
      // In the midst of the next.
      await wait(random() * 20);
      await server.kill('SIGKILL');
      await Promise.all(visits);
      // A commit that the dead server had sent to PostgreSQL is still carried out.
      if (database.url !== null) await wait(100);
      expect(await wrong(dir.path, plain, people, clients)).toEqual([]);
      if ((n + 1) % 50 === 0) console.log(`${n + 1} kills, ${told()}`);
      server = await startServer(dir.path, settings);
      const keeper = new Person(server.url, admin.token ?? '', admin.user, password);
      await cancelForgotten(keeper, people);
    }
    await server.kill('SIGTERM');
    await age(dir.path, plain);
    server = await startServer(dir.path, settings);
    const keeper = new Person(server.url, admin.token ?? '', admin.user, password);
    const clean = async () => {
      const body = { directories: ['photos', 'videos', 'profile'], confirm: 'DELETE_UNUSED_MEDIA' } as const;
      await keeper.call('cleanup.mediaExecute', { body: { ...body, directories: [...body.directories] } });
      return orphansIn(await recount(dir.path, plain));
    };
    await expect.poll(clean, { timeout: 20_000 }).toEqual([]);
    // The first picture after the start sweeps what dead processes left in the making.
    await whenNotBusy(() =>
      keeper.call('media.profilePicture', { body: { imageData: dot.toString('base64') } }),
    );
    expect(filesBelow(join(dir.path, 'tmp'))).toEqual([]);
    expect(await wrong(dir.path, plain, people, clients)).toEqual([]);
    await server.kill('SIGTERM');
    const into = process.env.DUET_MODEL_REPORT;
    console.log(`${kills} kills, ${told()}`);
    const calls = doneBy([...people, ...clients]);
    const posts = people.reduce((sum, { posts: galleries, videos }) => sum + galleries.size + videos.size, 0);
    if (into) writeFileSync(`${into}.kills`, JSON.stringify({ kills, calls, posts }));
  },
);

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
