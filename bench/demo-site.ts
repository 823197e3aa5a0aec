import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runtime } from '../scripts/project.mjs';
import { startDuet } from './server-process.ts';

/** Uses the demo's site, on a server and a data folder of its own, or the one at `DUET_BENCH_URL`. */
export async function withDemoSite<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const running = process.env.DUET_BENCH_URL;
  if (running) return use(running);
  const folder = await mkdtemp(join(tmpdir(), 'duet-bench-'));
  const data = join(folder, 'data');
  execFileSync(runtime(), ['demo/main.ts'], {
    cwd: root,
    env: { ...process.env, DUET_DATA_DIR: data },
    stdio: 'ignore',
  });
  const duet = await startDuet(data);
  try {
    return await use(duet.url);
  } finally {
    await duet.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
