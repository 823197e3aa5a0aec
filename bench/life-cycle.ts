import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../scripts/child.mjs';
import { root, runtime } from '../scripts/project.mjs';

/** A run has about 20 commands. */
const wanted = Number(process.env.DUET_BENCH_COMMANDS ?? 100_000);
const kills = Number(process.env.DUET_BENCH_KILLS ?? 100);
const commandsOfRun = 20;

interface Report {
  readonly runs: number;
  readonly seconds: number;
  /** Turns of steps that operations waited for. */
  readonly steps: number;
  readonly commands: Readonly<Record<string, number>>;
}

interface KillReport {
  readonly kills: number;
  readonly calls: number;
  readonly posts: number;
}

/** The model-based test of the life of media, as long as it takes to be believed; it throws where anything is lost or left. */
export async function lifeCycle(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'duet-bench-'));
  try {
    const report = join(folder, 'report.json');
    const settings = {
      DUET_TEST_DATABASE: 'sqlite',
      DUET_MODEL_RUNS: String(Math.ceil(wanted / commandsOfRun)),
      DUET_MODEL_KILLS: String(kills),
      DUET_MODEL_REPORT: report,
    };
    const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', 'server', 'test/model'];
    const { code } = await run(runtime(), words, { settings, show: (text) => process.stdout.write(text) });
    if (code !== 0)
      throw new Error('The model found a fault; it stands above, with the seed to see it again.');
    const told = JSON.parse(await readFile(report, 'utf8')) as Report;
    return linesOf(told, JSON.parse(await readFile(`${report}.kills`, 'utf8')) as KillReport);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function linesOf({ runs, seconds, steps, commands }: Report, killed: KillReport): string[] {
  const counts = Object.entries(commands).toSorted(([, a], [, b]) => b - a);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  return [
    'Random interleavings of what people, the site itself and bad luck do to media (server/test/model), each run counted',
    'anew by own SQL and a walk through the folders: while it goes on, after a restart, and after every orphan is due.',
    '',
    '| | |',
    '| --- | ---: |',
    `| runs | ${runs} |`,
    `| commands, at random | ${total} |`,
    `| steps (commits, changes of files) let through in random order | ${steps} |`,
    `| kills of a real server by SIGKILL, ${killed.calls} calls answered before | ${killed.kills} |`,
    '| files lost that something refers to | 0 |',
    '| rows without their file | 0 |',
    '| orphans left at the end | 0 |',
    `| seconds of the simulated part | ${seconds.toFixed(0)} |`,
    '',
    counts.map(([name, count]) => `${name} ${count}`).join(', '),
  ];
}
