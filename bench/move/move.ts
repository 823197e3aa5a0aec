import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.mjs';
import { Fault } from '../../scripts/project.mjs';
import { temporaryFolder } from '../load/site.ts';
import { startSqliteSite } from '../load/sqlite-site.ts';
import { startDuet } from '../server-process.ts';
import { reopen, runMove, type Way } from './command.ts';
import { fillMedia, type Place, startPlaces } from './places.ts';
import { requireSame } from './same-site.ts';

/**
 * A move of a site that runs, by the command, from SQLite and a folder to PostgreSQL and an object store and back, with its pause.
 * `--posts=100000`, `--media=10` (GB), of which videos are sparse. With `--kills=30` the ways there and back are killed at so many random
 * moments instead, and begun again each time; the site that comes back is compared row by row and file by file with the one that left.
 */
export async function move(words: readonly string[]): Promise<string[]> {
  const { posts, media, kills } = read(words);
  await using parts = new AsyncDisposableStack();
  const site = parts.use(await startSqliteSite(posts));
  const files = await fillMedia(site.dataFolder, media * 1e9);
  const cluster = await startPostgres();
  parts.defer(() => cluster.stop());
  const folder = parts.use(await temporaryFolder(tmpdir()));
  const places = parts.use(await startPlaces(cluster, folder.path));
  const from = { DUET_DATA_DIR: site.dataFolder };
  const says = `${posts.toLocaleString('en')} posts with what people said of them, ${files.toLocaleString('en')} files of ${media} GB`;
  if (kills > 0) {
    await site.server.kill('SIGTERM');
    return [`${says}.`, '', ...(await killed(from, { kills, next: places.next, folder: folder.path }))];
  }
  const there = await places.next();
  const back = { DUET_DATA_DIR: join(folder.path, 'back') };
  const away = await whole(from, there, folder.path);
  const server = await startDuet(there.DUET_DATA_DIR ?? '', 0, there);
  parts.defer(() => server.kill('SIGTERM'));
  const home = await whole(there, back, folder.path);
  const row = (name: string, { seconds, pause, rows, files: moved }: Way) =>
    `| ${name} | ${rows.toLocaleString('en')} | ${moved.toLocaleString('en')} | ${seconds.toFixed(1)} s | ${pause} s |`;
  return [
    `${says}; the site runs, and nobody writes.`,
    '',
    '| | rows | files | whole | closed to writing |',
    '| --- | --- | --- | --- | --- |',
    row('SQLite and a folder to PostgreSQL and an object store', away),
    row('PostgreSQL and an object store to SQLite and a folder', home),
  ];
}

function read(words: readonly string[]): { posts: number; media: number; kills: number } {
  const given = { posts: 100_000, media: 0, kills: 0 };
  for (const word of words) {
    const [, name, value] = /^--(posts|media|kills)=(\d{1,7})$/.exec(word) ?? [];
    if (name === undefined)
      throw new Fault('`npm run bench -- move [--posts=100000] [--media=10] [--kills=30]`');
    given[name as keyof typeof given] = Number(value);
  }
  return given;
}

async function whole(from: Place, to: Place, folder: string): Promise<Way> {
  const way = await runMove(from, to, folder);
  if (!way) throw new Fault('Somebody killed the move.');
  return way;
}

interface Kills {
  readonly kills: number;
  readonly next: () => Promise<Place>;
  readonly folder: string;
}

/** Goes there and back as often as it takes to be killed so many times, each time at a random moment of what a whole way takes. */
async function killed(from: Place, { kills, next, folder }: Kills): Promise<string[]> {
  let done = 0;
  let journeys = 0;
  let compared = { rows: 0, files: 0 };
  const usual = { there: 0, back: 0 };
  const go = async (way: keyof typeof usual, one: Place, other: Place) => {
    while (usual[way] > 0 && done < kills) {
      const killAfterMs = Math.random() * usual[way];
      if (await runMove(one, other, folder, killAfterMs)) return;
      done += 1;
      console.error(`${way}: killed ${done} of ${kills} times, after ${(killAfterMs / 1000).toFixed(1)} s`);
    }
    const since = performance.now();
    await whole(one, other, folder);
    // The first is not killed: it says how long one takes.
    usual[way] ||= performance.now() - since;
    console.error(`${way}: through in ${((performance.now() - since) / 1000).toFixed(1)} s`);
  };
  while (done < kills) {
    const there = await next();
    const back = { DUET_DATA_DIR: join(folder, 'back') };
    await go('there', from, there);
    await go('back', there, back);
    compared = await requireSame(from.DUET_DATA_DIR ?? '', back.DUET_DATA_DIR);
    await rm(back.DUET_DATA_DIR, { recursive: true });
    await reopen(from);
    journeys += 1;
    console.error(
      `${journeys} there and back, killed ${done} times so far: ${compared.rows} rows and ${compared.files} files are the same`,
    );
  }
  return [
    '| | |',
    '| --- | ---: |',
    `| killed by SIGKILL at a random moment, and begun again | ${done} |`,
    `| journeys there and back; after each every row and file compared with where it began | ${journeys} |`,
    `| rows, files that differed | 0 of ${compared.rows.toLocaleString('en')}, 0 of ${compared.files.toLocaleString('en')} |`,
  ];
}
