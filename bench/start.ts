import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.mjs';
import { root } from '../scripts/project.mjs';

const rounds = 5;
const giveUpAfterMs = 60_000;

/**
 * From `npm start` to the first answer of the feed's call, with packages and web app in place: on an empty data folder
 * (migrations, secrets), and again on the same. Medians of several rounds.
 */
export async function start(): Promise<string[]> {
  const first: Round[] = [];
  const second: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'duet-bench-'));
    first.push(await startOnce(folder));
    second.push(await startOnce(folder));
    await rm(folder, { recursive: true, force: true });
  }
  const row = (name: string, all: readonly Round[]) =>
    `| ${name} | ${median(all.map(({ answered }) => answered))} | ${median(all.map(({ stopped }) => stopped))} |`;
  return [
    `Medians of ${rounds}, in ms.`,
    '',
    '| `npm start` | to the first answer | SIGTERM to the end |',
    '| --- | ---: | ---: |',
    row('on an empty data folder', first),
    row('again', second),
  ];
}

interface Round {
  readonly answered: number;
  readonly stopped: number;
}

async function startOnce(folder: string): Promise<Round> {
  const port = await freePort();
  const since = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, DUET_PORT: String(port), DUET_DATA_DIR: folder, DUET_LOG_LEVEL: 'warn' },
  });
  await answers(`http://127.0.0.1:${port}/api/posts`, since);
  const answered = performance.now() - since;
  const stopping = performance.now();
  await ended(child);
  return { answered, stopped: performance.now() - stopping };
}

async function answers(url: string, since: number): Promise<void> {
  while (performance.now() - since < giveUpAfterMs) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await wait(5);
  }
  throw new Error(`No answer within ${giveUpAfterMs} ms.`);
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm start ended with ${code}.`)),
    );
    child.kill('SIGTERM');
  });
}

function median(values: readonly number[]): string {
  return (values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0).toFixed(0);
}
