import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { Person, password } from '../harness.ts';
import { onOneServer } from '../on-one-server.ts';
import { randomFrom } from '../random.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { createTestDatabase } from '../test-database.ts';
import { dot, firstAdmin, wrong } from './acknowledged.ts';
import { DurableFiles } from './durable-files.ts';
import { plainDatabase } from './recount.ts';
import { startServer } from './server-process.ts';
import { cancelForgotten, Visitor } from './visitor.ts';

/** `npm run trust -- durability` asks for more. */
const cuts = Number(process.env.DUET_FILE_CUTS ?? 2);
const visitors = 3;
const folders = ['media', 'uploads', 'tmp'];

/**
 * At each cut everything of files that was not flushed is gone, names in folders too, while the database has even what it did not flush:
 * the worst that can be for a row that says that its file is there.
 */
onOneServer(
  'loses no picture and no video that was answered when the power is cut',
  { timeout: 60_000 + cuts * 20_000 },
  async () => {
    using dir = temporaryDir();
    using noted = temporaryDir();
    const durable = new DurableFiles(`${noted.path}/durable`);
    const random = randomFrom(Number(process.env.DUET_MODEL_SEED ?? Date.now()));
    await using database = await createTestDatabase();
    const noteFlushes = `--import=${new URL('note-flushes.ts', import.meta.url).href}`;
    const settings = {
      ...(database.url && { DUET_DATABASE_URL: database.url }),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${noteFlushes}`,
      NOTE_FLUSHES_OF: dir.path,
      NOTE_FLUSHES_IN: `${noted.path}/durable`,
    };
    let server = await startServer(dir.path, settings);
    onTestFinished(() => server.kill('SIGKILL'));
    const admin = await firstAdmin(server.url, server.printed());
    const people = Array.from({ length: visitors }, () => new Visitor(admin, dot, random));
    await using plain = await plainDatabase(dir.path, database.url);
    const done = () => people.reduce((sum, person) => sum + person.done, 0);
    for (let n = 0; n < cuts; n += 1) {
      const visits = people.map((person) => person.visit(server.url));
      const until = done() + 1 + random() * 8;
      const ended = Promise.all(visits).then(() => true);
      while (done() < until && !(await Promise.race([ended, wait(5)])));
      // In the midst of the next.
      await wait(random() * 20);
      await server.kill('SIGKILL');
      await ended;
      if (database.url !== null) await wait(100);
      durable.cut(dir.path, folders);
      expect(await wrong(dir.path, plain, people, [])).toEqual([]);
      server = await startServer(dir.path, settings);
      await cancelForgotten(new Person(server.url, admin.token ?? '', admin.user, password), people);
    }
    // Videos were taken up again where the server said that they were: all are the same bytes.
    const videos = people.flatMap((person) => [...person.videos.values()]);
    const sums = await plain.rows(
      `select distinct sha256 from media where path in (${["''", ...videos.map((path) => `'${path}'`)].join()})`,
    );
    expect(sums.length).toBeLessThanOrEqual(1);
    expect(done()).toBeGreaterThan(cuts);
    console.log(`${cuts} power cuts, ${done()} acknowledged writes with files`);
    await server.kill('SIGTERM');
  },
);
