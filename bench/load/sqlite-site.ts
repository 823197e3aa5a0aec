import { constants, existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startDuet } from '../server-process.ts';
import { sqliteByHand, sqliteCommits } from './by-hand.ts';
import { seedSite } from './seed.ts';
import { fillSqlite } from './seed-database.ts';
import { freshSessions, type LoadedSite, seedMark, seeds, startServer, temporaryFolder } from './site.ts';

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

/** Starts a server on a copy of the seeded site; `settings` beside those of a measurement. */
export async function startSqliteSite(
  posts: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<LoadedSite> {
  await using parts = new AsyncDisposableStack();
  const seed = await seededFolder(posts);
  const folder = parts.use(await temporaryFolder(tmpdir()));
  const dataFolder = join(folder.path, 'data');
  await cp(seed, dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const file = join(dataFolder, 'duet.db');
  const database = new DatabaseSync(file);
  database.exec(freshSessions());
  database.close();
  const started = await startServer(dataFolder, settings);
  parts.defer(() => started.server.kill('SIGTERM'));
  const all = parts.move();
  return {
    ...started,
    commits: async () => sqliteCommits(dataFolder),
    byHand: async (popular) => sqliteByHand(file, popular),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
