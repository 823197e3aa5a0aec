import { createHash } from 'node:crypto';
import { constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from '../../scripts/project.mjs';
import { type ServerProcess, startDuet } from '../server-process.ts';
import { seedSite } from './seed.ts';
import { fillSqlite } from './seed-database.ts';

export interface LoadedSite extends AsyncDisposable {
  readonly server: ServerProcess;
  readonly dataFolder: string;
  /** From the start of the process to the first answer of the feed. */
  readonly startMs: number;
}

const seeds = join(tmpdir(), 'duet-bench-seeds');

/** Changes with the tables, and with what is put into them. */
function seedMark(): string {
  const sum = createHash('sha256');
  for (const folder of ['server/src/platform/db/migrations', 'bench/load']) {
    for (const name of readdirSync(join(root, folder)).sort()) {
      if (folder === 'bench/load' && !name.startsWith('seed')) continue;
      sum.update(name).update(readFileSync(join(root, folder, name)));
    }
  }
  return sum.digest('hex').slice(0, 12);
}

/** The data folder of a stopped site with so many posts; made once, and kept for as long as the tables stay the same. */
async function seededFolder(posts: number): Promise<string> {
  const folder = join(seeds, `sqlite-${posts}-${seedMark()}`);
  if (existsSync(folder)) return folder;
  await mkdir(seeds, { recursive: true });
  await using unfinished = await temporaryFolder(seeds);
  const data = join(unfinished.path, 'data');
  await (await startDuet(data)).kill('SIGTERM');
  await fillSqlite(data, (database) => seedSite(database, 'sqlite', posts, Date.now()));
  // What a server does only once with tables that it finds filled is not measured.
  await (await startDuet(data)).kill('SIGTERM');
  await rename(data, folder);
  return folder;
}

async function temporaryFolder(below: string): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(below, 'duet-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Starts a server on a copy of the seeded site. */
export async function startLoadedSite(posts: number): Promise<LoadedSite> {
  await using parts = new AsyncDisposableStack();
  const seed = await seededFolder(posts);
  const folder = parts.use(await temporaryFolder(tmpdir()));
  const dataFolder = join(folder.path, 'data');
  await cp(seed, dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const database = new DatabaseSync(join(dataFolder, 'duet.db'));
  database.exec(`update sessions set created_at = ${Date.now()}, last_used_at = ${Date.now()}`);
  database.close();
  const since = performance.now();
  const server = await startDuet(dataFolder);
  parts.defer(() => server.kill('SIGTERM'));
  await (await fetch(new URL('/api/posts', server.url))).text();
  const startMs = performance.now() - since;
  const all = parts.move();
  return { server, dataFolder, startMs, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
