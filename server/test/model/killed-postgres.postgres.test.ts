import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../../../scripts/postgres.mjs';
import { Client } from '../client.ts';
import { Person, password } from '../harness.ts';
import { randomFrom } from '../random.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { plainDatabase } from './recount.ts';
import { startServer } from './server-process.ts';
import { TextClient } from './text-client.ts';
import { whenNotBusy } from './when-not-busy.ts';

/** `npm run trust -- kills` asks for more. */
const kills = Number(process.env.DUET_POSTGRES_KILLS ?? 2);

/**
 * A process of PostgreSQL that is killed takes all others with it: the server below drops every connection and what was not
 * in the log, and starts again from its log, as after a crash of the whole.
 */
it('loses nothing that was answered when PostgreSQL is killed, and goes on by itself', {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  using dir = temporaryDir();
  const random = randomFrom(Number(process.env.DUET_MODEL_SEED ?? Date.now()));
  const cluster = await startPostgres();
  onTestFinished(() => cluster.stop());
  const url = await cluster.create('killed');
  const server = await startServer(dir.path, { DUET_DATABASE_URL: url, DUET_LOG_LEVEL: 'silent' });
  onTestFinished(() => server.kill('SIGKILL'));
  const setupCode = /setup=([\w-]{43})/.exec(server.printed())?.[1] ?? '';
  const account = { username: 'ioana', email: 'ioana@example.org', password, setupCode };
  const { status, body } = await whenNotBusy(() =>
    new Client(server.url).call('accounts.register', { body: account }),
  );
  expect(status).toBe(200);
  const admin = new Person(server.url, body.data.token ?? '', body.data.user, password);
  const clients = ['ana', 'ema', 'ina', 'lia'].map((name) => new TextClient(admin, name, random));
  let stopped = false;
  onTestFinished(() => {
    stopped = true;
  });
  const done = () => clients.reduce((sum, each) => sum + each.done, 0);
  for (let n = 0; n < kills; n += 1) {
    stopped = false;
    const visits = clients.map((client) => client.visit(server.url, () => stopped));
    // Duet has found its way back to the database: people write again.
    const until = done() + 3 + random() * 20;
    await expect.poll(done, { timeout: 60_000, interval: 5 }).toBeGreaterThan(until);
    await wait(random() * 20);
    await killOne(cluster.urlOf('postgres'), random);
    await wait(random() * 300);
    stopped = true;
    await Promise.all(visits);
    await expect.poll(() => look(url, clients), { timeout: 60_000, interval: 100 }).toEqual([]);
  }
  console.log(`${kills} kills of PostgreSQL, ${done()} acknowledged writes`);
});

/** What is wrong; that the database is not there yet is wrong as well. */
async function look(url: string, clients: readonly TextClient[]): Promise<string[]> {
  try {
    await using plain = await plainDatabase('', url);
    const faults: string[] = [];
    for (const client of clients) faults.push(...(await client.wrong(plain)));
    return faults;
  } catch (error) {
    return [(error as Error).message];
  }
}

/** SIGKILL to a connection's process, to that which writes the log, or to that which writes checkpoints. */
async function killOne(url: string, random: () => number): Promise<void> {
  await using plain = await plainDatabase('', url);
  const types = ['client backend', 'walwriter', 'checkpointer'];
  const type = types[Math.floor(random() * types.length)];
  const rows = await plain.rows(
    `select pid from pg_stat_activity where backend_type = '${type}' and pid <> pg_backend_pid()`,
  );
  const pid = Number(rows[Math.floor(random() * rows.length)]?.pid);
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, 'SIGKILL');
}
