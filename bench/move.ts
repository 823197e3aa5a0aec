import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../scripts/postgres.mjs';
import { Fault } from '../scripts/project.mjs';
import { temporaryFolder } from './load/site.ts';
import { startSqliteSite } from './load/sqlite-site.ts';
import { startDuet } from './server-process.ts';

const main = fileURLToPath(new URL('../server/src/cli/main.ts', import.meta.url));

interface Way {
  readonly seconds: number;
  readonly pause: string;
  readonly rows: number;
}

/** A move of a site that runs, by the command, from SQLite to PostgreSQL and back, with its pause. `--posts=100000`. */
export async function move(words: readonly string[]): Promise<string[]> {
  const posts = Number(/^--posts=(\d+)$/.exec(words[0] ?? '--posts=100000')?.[1]);
  if (!posts || words.length > 1) throw new Fault('`npm run bench -- move [--posts=100000]`');
  await using parts = new AsyncDisposableStack();
  const site = parts.use(await startSqliteSite(posts));
  const cluster = await startPostgres();
  parts.defer(() => cluster.stop());
  const folder = parts.use(await temporaryFolder(tmpdir()));
  const there = {
    DUET_DATA_DIR: join(folder.path, 'there'),
    DUET_DATABASE_URL: await cluster.create('bench_move'),
  };
  const back = { DUET_DATA_DIR: join(folder.path, 'back') };
  const away = await moved({ DUET_DATA_DIR: site.dataFolder }, there, folder.path);
  const server = await startDuet(there.DUET_DATA_DIR, 0, there);
  parts.defer(() => server.kill('SIGTERM'));
  const home = await moved(there, back, folder.path);
  const row = (name: string, { seconds, pause, rows }: Way) =>
    `| ${name} | ${rows.toLocaleString('en')} | ${seconds.toFixed(1)} s | ${pause} s |`;
  return [
    `${posts.toLocaleString('en')} posts with what people said of them; the site runs, and nobody writes.`,
    '',
    '| | rows | whole | closed to writing |',
    '| --- | --- | --- | --- |',
    row('SQLite to PostgreSQL', away),
    row('PostgreSQL to SQLite', home),
  ];
}

type Settings = Readonly<Record<string, string>>;

async function moved(from: Settings, to: Settings, folder: string): Promise<Way> {
  const file = join(folder, 'new.env');
  const lines = Object.entries(to).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, lines.join(''));
  const since = performance.now();
  const child = spawn(process.execPath, [main, 'move', '--to', file], {
    env: { PATH: process.env.PATH, DUET_LOG_LEVEL: 'warn', ...from },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await text(child.stdout);
  const seconds = (performance.now() - since) / 1000;
  const pause = /could be written for ([\d.]+) s/.exec(said)?.[1];
  if (pause === undefined) throw new Fault(`The site was not moved:\n${said}`);
  const rows = [...said.matchAll(/: (\d+) rows at both ends/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  return { seconds, pause, rows };
}
