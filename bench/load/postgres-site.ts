import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs';
import { startDuet } from '../server-process.ts';
import { postgresByHand, postgresCommits } from './by-hand.ts';
import { seedSite } from './seed.ts';
import { seedDatabase } from './seed-database.ts';
import { freshSessions, type LoadedSite, startServer, temporaryFolder } from './site.ts';

/** A PostgreSQL for as long as it is measured. It is seeded anew in each run: its programs have no dump. */
interface PostgresSites extends AsyncDisposable {
  /** `settings` beside those of a measurement. */
  start(posts: number, settings?: Readonly<Record<string, string>>): Promise<LoadedSite>;
}

export async function openPostgres(): Promise<PostgresSites> {
  const cluster = await startPostgres();
  return {
    start: (posts, settings) => startPostgresSite(cluster, posts, settings),
    [Symbol.asyncDispose]: () => cluster.stop(),
  };
}

async function startPostgresSite(
  cluster: Postgres,
  posts: number,
  more: Readonly<Record<string, string>> = {},
): Promise<LoadedSite> {
  await using parts = new AsyncDisposableStack();
  const name = `bench_${posts}`;
  const url = await cluster.create(name);
  parts.defer(() => cluster.drop(name));
  const settings = { DUET_DATABASE_URL: url };
  const folder = parts.use(await temporaryFolder(tmpdir()));
  const dataFolder = join(folder.path, 'data');
  await (await startDuet(dataFolder, 0, settings)).kill('SIGTERM');
  await fillPostgres(url, posts);
  await (await startDuet(dataFolder, 0, settings)).kill('SIGTERM');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  parts.defer(() => client.end());
  await client.query(freshSessions());
  const started = await startServer(dataFolder, { ...settings, ...more });
  parts.defer(() => started.server.kill('SIGTERM'));
  const all = parts.move();
  return {
    ...started,
    commits: () => postgresCommits(client),
    byHand: (popular) => postgresByHand(client, popular),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Without triggers of foreign keys, in one transaction that waits for no disk; then what its autovacuum would do. */
async function fillPostgres(url: string, posts: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set synchronous_commit = off; set session_replication_role = replica;
      set work_mem = '256MB'; set maintenance_work_mem = '256MB'`);
    await client.query('begin');
    const database = seedDatabase(async (sql) => void (await client.query(sql)));
    await seedSite(database, 'postgres', posts, Date.now());
    await client.query('commit');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
