import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@duet/contract/endpoints';
import sharp from 'sharp';
import { startPostgres } from '../scripts/postgres.mjs';
import { Fault } from '../scripts/project.mjs';
import { call, firstAdmin } from './duet-admin.ts';
import { temporaryFolder } from './load/site.ts';
import { startDuet } from './server-process.ts';

const main = fileURLToPath(new URL('../server/src/cli/main.ts', import.meta.url));
/** Of three, one is killed, at a random moment of its life. */
const killedOf = 3;

type Settings = Readonly<Record<string, string>>;

/** What became of one; lines of `--results` are these as JSON. */
interface Outcome {
  readonly ended: 'finished' | 'killed' | 'refused';
  readonly seconds: number;
  /** Acknowledged before it began, and looked for in it. */
  readonly writes: number;
  /** Acknowledged in all by this run so far. */
  readonly acknowledged: number;
  /** What a refused one said. */
  readonly said?: string;
}

/**
 * 50 backups by the command at random moments while people write, publish and delete; a third is killed. Each finished one has to
 * hold every write that was acknowledged before it began, with its files; each killed one has to leave the former as it was. A backup
 * is read by `restore`, which compares every sum and file, before the next begins, and told as soon as that is done. `--count=50`; with
 * `--postgres` the site is on PostgreSQL. With `--results=FILE` what a run of before has found there counts: one that was cut goes on.
 */
export async function backups(words: readonly string[]): Promise<string[]> {
  const { wanted, onPostgres, results } = read(words);
  const outcomes = results === null ? [] : await readOutcomes(results);
  const where = onPostgres ? 'PostgreSQL' : 'SQLite';
  if (outcomes.length < wanted) await run({ wanted, onPostgres, results, outcomes });
  const of = (ended: Outcome['ended']) => outcomes.filter((outcome) => outcome.ended === ended);
  const sorted = of('finished')
    .map(({ seconds }) => seconds)
    .sort((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} s`;
  const looked = outcomes.reduce((sum, { writes }) => sum + writes, 0);
  return [
    `By the command, beside a server on ${where}, while two write comments and one publishes and deletes galleries without a pause.`,
    '',
    '| | |',
    '| --- | ---: |',
    `| backups begun at random moments | ${outcomes.length} |`,
    `| killed by SIGKILL at a random moment; the one before then restored whole | ${of('killed').length} |`,
    `| ended with an error, and said so; the one before then restored whole | ${of('refused').length} |`,
    `| finished; each restored, every row and file compared | ${of('finished').length} |`,
    `| acknowledged writes looked for in them, all found | ${looked.toLocaleString('en')} |`,
    `| most writes acknowledged in one run | ${Math.max(...outcomes.map(({ acknowledged }) => acknowledged)).toLocaleString('en')} |`,
    `| duration, median | ${at(0.5)} |`,
    `| duration, longest | ${at(0.999)} |`,
  ];
}

async function readOutcomes(file: string): Promise<Outcome[]> {
  const lines = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Outcome);
}

interface Wanted {
  readonly wanted: number;
  readonly onPostgres: boolean;
  readonly results: string | null;
}

/** Adds outcomes until there are as many as wanted. Throws a `Fault` where something is missing in a backup. */
async function run({ wanted, onPostgres, results, outcomes }: Wanted & { readonly outcomes: Outcome[] }) {
  await using parts = new AsyncDisposableStack();
  const folder = parts.use(await temporaryFolder(tmpdir()));
  const to = join(folder.path, 'backups');
  const settings: Settings = {
    DUET_DATA_DIR: join(folder.path, 'data'),
    ...(onPostgres && { DUET_DATABASE_URL: await databaseIn(parts) }),
  };
  const server = await startDuet(join(folder.path, 'data'), 0, settings);
  parts.defer(() => server.kill('SIGTERM'));
  const load = startLoad(server.url, await firstAdmin(server.url, server.printed()));
  parts.defer(load.stop);
  const requireWhole = (moment: string, look?: Look) =>
    restored({ from: to, moment, dataDir: join(folder.path, 'restored') }, look);
  const finished: string[] = [];
  let usualMs = 2000;
  while (outcomes.length < wanted) {
    // Names of backups have seconds.
    await delay(1000 + Math.random() * 500);
    const comments = [...load.comments];
    const posts = [...load.posts];
    const since = performance.now();
    const backup = start(['backup', '--to', to], settings);
    const kill =
      outcomes.length % killedOf === 1
        ? setTimeout(() => backup.child.kill('SIGKILL'), Math.random() * usualMs)
        : null;
    const { code, signal, said, complained } = await backup.ended;
    if (kill) clearTimeout(kill);
    const ms = performance.now() - since;
    const [moment] = /^\d{4}-\S+Z(?= in )/.exec(said) ?? [];
    const isFinished = signal === null && code === 0 && moment !== undefined;
    let writes = 0;
    if (isFinished) {
      usualMs = ms;
      finished.push(moment);
      await requireWhole(moment, (database) => {
        writes =
          requireRows(database, 'comments', comments, moment) + requireRows(database, 'posts', posts, moment);
      });
    } else {
      // One that was killed may have been whole already; what was there before has to be as it was.
      const former = finished.at(-1);
      if (former !== undefined) await requireWhole(former);
    }
    const outcome: Outcome = {
      ended: isFinished ? 'finished' : signal === null ? 'refused' : 'killed',
      seconds: ms / 1000,
      writes,
      acknowledged: load.comments.length + load.posts.length,
      ...(!isFinished && signal === null && { said: complained.trim() }),
    };
    outcomes.push(outcome);
    if (results !== null) await appendFile(results, `${JSON.stringify(outcome)}\n`);
    // Who watches a run of half an hour sees how far it is, and one that is cut has shown what it found.
    console.error(`${outcomes.length} of ${wanted}: ${sentence(outcome)}`);
  }
  // Those that came later have taken nothing from the first.
  const [first] = finished;
  if (first !== undefined) await requireWhole(first);
}

const sentence = ({ ended, seconds, writes, said }: Outcome): string => {
  const after = `after ${seconds.toFixed(1)} s`;
  if (ended === 'finished')
    return `finished ${after}, restored; all ${writes.toLocaleString('en')} writes from before it are there`;
  return `${ended} ${after}${said === undefined ? '' : ` (${said})`}; the one before restored whole`;
};

function read(words: readonly string[]): Wanted {
  let wanted = 50;
  let onPostgres = false;
  let results: string | null = null;
  for (const word of words) {
    const [, name, value = ''] = /^--(count|results)=(.+)$/.exec(word) ?? [];
    if (name === 'count' && /^[1-9]\d{0,3}$/.test(value)) wanted = Number(value);
    else if (name === 'results') results = value;
    else if (word === '--postgres') onPostgres = true;
    else throw new Fault('`npm run bench -- backups [--count=50] [--postgres] [--results=FILE]`');
  }
  return { wanted, onPostgres, results };
}

async function databaseIn(parts: AsyncDisposableStack): Promise<string> {
  const cluster = await startPostgres();
  parts.defer(() => cluster.stop());
  return cluster.create('bench_backups');
}

/** Runs the command of Duet; `said` is what it printed, `complained` what it printed of a failure. */
function start(words: readonly string[], settings: Settings) {
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env.PATH, DUET_LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'close');
  const ended = Promise.all([text(child.stdout), text(child.stderr)]).then(async ([said, complained]) => {
    const [code, signal] = (await exit) as [number | null, NodeJS.Signals | null];
    return { code, signal, said, complained };
  });
  return { child, ended };
}

type Look = (database: string) => void;

/** Restores a backup as a site of its own, and takes that away again. */
async function restored(
  { from, moment, dataDir }: { readonly from: string; readonly moment: string; readonly dataDir: string },
  look: Look = () => {},
): Promise<void> {
  const words = ['restore', '--from', from, '--at', moment];
  const { code, said, complained } = await start(words, { DUET_DATA_DIR: dataDir }).ended;
  if (code !== 0 || said.includes('made without'))
    throw new Fault(`${moment} is not whole: ${said}${complained}`);
  look(join(dataDir, 'duet.db'));
  await rm(dataDir, { recursive: true });
}

function requireRows(file: string, table: string, ids: readonly string[], moment: string): number {
  using database = new DatabaseSync(file, { readOnly: true });
  const there = new Set(
    database
      .prepare(`select id from ${table}`)
      .all()
      .map(({ id }) => id),
  );
  const lost = ids.filter((id) => !there.has(id));
  if (lost.length > 0)
    throw new Fault(`${moment} lacks ${lost.length} ${table} that were acknowledged before it began`);
  return ids.length;
}

/** Writes until it is stopped; what it lists was answered with 200, and is never taken back. */
function startLoad(url: string, token: string) {
  const comments: string[] = [];
  const posts: string[] = [];
  let going = true;
  const comment = async () => {
    while (going) {
      const postId = posts[0];
      if (postId === undefined) {
        await delay(10);
        continue;
      }
      const body = { postId, text: `Comment ${comments.length}` };
      const made = await answered(call(url, token, endpoints['comments.create'], { body }));
      if (made) comments.push(made.data.comment._id);
    }
  };
  const publish = async () => {
    for (let n = 0; going; n += 1) {
      const id = await answered(gallery(url, token));
      // Every other one goes again, so that files are deleted while they are collected.
      if (id && n % 2 === 0) posts.push(id);
      else if (id) await answered(call(url, token, endpoints['posts.delete'], { params: { id } }));
    }
  };
  const running = Promise.all([comment(), comment(), publish()]);
  const stop = async () => {
    going = false;
    await running;
  };
  return { comments, posts, stop };
}

/** Null where it was refused, as on a machine that is too busy: nobody was told that it was done. */
async function answered<T>(sending: Promise<T>): Promise<T | null> {
  return sending.catch(async () => {
    await delay(100);
    return null;
  });
}

async function gallery(url: string, token: string): Promise<string> {
  const draft = await call(url, token, endpoints['posts.draft'], { body: { postType: 'gallery' } });
  const id = draft.data.postId;
  const background = { r: Math.random() * 255, g: Math.random() * 255, b: Math.random() * 255 };
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const body = { imageData: picture.toString('base64'), fileName: 'us.jpg', draftId: id };
  const { file } = (await call(url, token, endpoints['media.uploadImageBase64'], { body })).data;
  await call(url, token, endpoints['posts.publish'], { params: { id }, body: { mediaUrls: [file.url] } });
  return id;
}
