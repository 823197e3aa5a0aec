import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { root, serverProcess } from '../../scripts/project.mjs';
import { firstAdmin } from '../duet-admin.ts';
import { temporaryFolder } from '../load/site.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { lineThrough, type Series } from './line.ts';
import { MixedLoad } from './mixed-load.ts';
import { plotSeries } from './plot.ts';

/** Minutes that the run takes; `DUET_HOURS_MINUTES=5` for a look. */
const minutes = Number(process.env.DUET_HOURS_MINUTES ?? 60);
/** How many times as fast the server's time goes: an hour is ten. */
const times = Number(process.env.DUET_HOURS_TIMES ?? 10);
const looks = 240;

/** Tables whose rows stay by design, or for longer than the run: they grow with use, and say nothing of a leak. */
const kept: Readonly<Record<string, string>> = {
  'rows of messages': 'kept for good',
  'rows of audit': 'kept for good',
  'rows of view_days': 'a row for a post and day',
  'rows of upload_sessions': 'kept for a day',
  'rows of ended_sessions': 'kept as long as somebody may ask why',
  'files of backups': 'one backup, in the night',
};

const log = 'size of the log (WAL), bytes';
const unused = 'rows of media that nothing refers to';

/** What is bounded by other than a flat line. */
const bounds: Readonly<Record<string, { readonly says: string; readonly most: (use: MixedLoad) => number }>> =
  {
    // From 16 MB on the log is begun anew, and its bytes stay: it grows up to that, and a little above while somebody reads.
    [log]: { says: 'at most 24 MiB', most: () => 24 * 1024 ** 2 },
    // Another try to publish finds them for a day (decisions.md §7); those of one are on their way.
    [unused]: {
      says: 'two of each post that failed',
      most: ({ failed }) => 2 * (countOf('posts', failed) + 1),
    },
  };

/** How often something failed, whatever the reason. */
const countOf = (name: string, failed: MixedLoad['failed']): number =>
  [...failed].reduce((sum, [why, count]) => sum + (why.startsWith(`${name}: `) ? count : 0), 0);

/** Whether it is bounded, as far as the run can tell. */
function isBounded(series: Series, use: MixedLoad): boolean {
  const most = bounds[series.name]?.most(use);
  return most === undefined ? lineThrough(series).flat : series.points.every(([, value]) => value <= most);
}

/** Mixed use of one server whose time is hurried: a line through everything that it holds, and whether that is flat. */
export async function hours(): Promise<string[]> {
  await using folder = await temporaryFolder(tmpdir());
  const data = join(folder.path, 'data');
  const report = join(folder.path, 'report');
  const lookMs = Math.max(1000, (minutes * 60_000) / looks);
  const since = Date.now();
  const server = await startProcess({
    words: ['server/src/main.ts'],
    flags: [...serverProcess.flags, `--import=${new URL('hurry.ts', import.meta.url).href}`],
    env: {
      ...serverProcess.settings,
      DUET_DATA_DIR: data,
      DUET_PORT: '0',
      DUET_LOG_LEVEL: 'error',
      DUET_FFMPEG: 'off',
      // Limits count, and refuse nobody of one address who is thirteen people.
      DUET_RATE_LIMIT: '1000',
      DUET_BACKUP_DIR: join(folder.path, 'backups'),
      HURRY_TIMES: String(times),
      HURRY_SINCE: String(since),
      HURRY_AHEAD: String(untilNight(since) - (minutes * 60_000 * times) / 3),
      HURRY_REPORT: report,
      HURRY_LOOK_MS: String(lookMs),
    },
    ready: /Duet is ready at (\S+)\n/,
  });
  const stored: Series[] = [];
  const used = await whileItRuns(server, async () => {
    const use = new MixedLoad(server.url, await firstAdmin(server.url, server.printed()));
    const start = performance.now();
    while (performance.now() - start < minutes * 60_000) {
      await wait(lookMs);
      const seconds = (performance.now() - start) / 1000;
      for (const [name, value] of Object.entries(lookAt(data, folder.path))) {
        const series = stored.find((each) => each.name === name);
        if (series) (series.points as [number, number][]).push([seconds, value]);
        else stored.push({ name, points: [[seconds, value]] });
      }
    }
    await use.end();
    return use;
  });
  const all = [...heldBy(report), ...stored];
  await mkdir(join(root, '.cache/hours'), { recursive: true });
  const drawing = join(root, '.cache/hours/hours.svg');
  await writeFile(drawing, plotSeries(`${minutes} minutes of mixed use, time ${times} times as fast`, all));
  const failures = [...used.failed].map(([why, count]) => `${count} × ${why}`);
  const leaking = all.filter((series) => !kept[series.name] && !isBounded(series, used));
  if (leaking.length > 0) process.exitCode = 1;
  return [
    `${minutes} minutes, the server's clocks and long timers ${times} times as fast: ${((minutes * times) / 60).toFixed(1)} hours. Done: ` +
      `${[...used.done].map(([name, count]) => `${count} ${name}`).join(', ')}.`,
    `Refused or failed: ${failures.join('; ') || 'nothing'}. Drawn in ${drawing}.`,
    '',
    '| line | at first | at the end | rise after the first quarter | noise | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...all.map((series) => row(series, used)),
    '',
    leaking.length === 0
      ? 'All lines that have to be flat are.'
      : `Not flat: ${leaking.map(({ name }) => name).join(', ')}.`,
  ];
}

/** Whatever fails, no server outlives the measurement. */
async function whileItRuns<T>(server: ServerProcess, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await server.kill('SIGTERM');
  }
}

function row(series: Series, use: MixedLoad): string {
  const { first, last, rise, noise } = lineThrough(series);
  const isLarge = Math.max(first, last) > 10_000_000;
  const text = (value: number) => (isLarge ? `${(value / 1024 ** 2).toFixed(1)} MiB` : value.toFixed(0));
  const verdict =
    kept[series.name] ?? (isBounded(series, use) ? (bounds[series.name]?.says ?? 'flat') : '**grows**');
  return `| ${series.name} | ${text(first)} | ${text(last)} | ${text(rise)} | ${text(noise)} | ${verdict} |`;
}

/** Milliseconds from then to the next 02:00, when backups are made. */
function untilNight(now: number): number {
  const night = new Date(now);
  night.setHours(26, 0, 0, 0);
  return night.getTime() - now;
}

/** What the server wrote down of itself. */
function heldBy(report: string): Series[] {
  const seen = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line): Record<string, number> => JSON.parse(line));
  const names = {
    rss: 'memory (RSS), bytes',
    heap: 'heap after collection, bytes',
    external: 'external memory, bytes',
    handles: 'open handles',
    descriptors: 'file descriptors',
  };
  return Object.entries(names).map(([key, name]) => ({
    name,
    points: seen.map((each) => [each.seconds ?? 0, each[key] ?? 0] as const),
  }));
}

/** What lies there now, by name. */
function lookAt(data: string, around: string): Record<string, number> {
  using database = new DatabaseSync(join(data, 'duet.db'), { readOnly: true });
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name")
    .all()
    .map(({ name }) => String(name));
  const count = (what: string) =>
    Number(database.prepare(`select count(*) as count from ${what}`).get()?.count);
  const rows = tables
    .filter((name) => name !== 'media')
    .map((name): [string, number] => [`rows of ${name}`, count(`"${name}"`)]);
  const isUsed = 'id in (select media_id from media_refs)';
  const wal = join(data, 'duet.db-wal');
  return {
    [log]: existsSync(wal) ? statSync(wal).size : 0,
    ...Object.fromEntries(
      ['media', 'uploads', 'tmp'].map((name) => [`files in ${name}`, filesBelow(join(data, name))]),
    ),
    'files of backups': filesBelow(join(around, 'backups')),
    ...Object.fromEntries(rows),
    'rows of media that something refers to': count(`media where ${isUsed}`),
    [unused]: count(`media where not ${isUsed}`),
  };
}

function filesBelow(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
}
