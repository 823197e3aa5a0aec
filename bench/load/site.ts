import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/project.mjs';
import { type ServerProcess, startDuet } from '../server-process.ts';

/** A seeded site with its server, and what is measured by hand beside it. */
export interface LoadedSite extends AsyncDisposable {
  readonly server: ServerProcess;
  /** Where its files are. */
  readonly dataFolder: string;
  /** From the start of the process to the first answer of the feed. */
  readonly startMs: number;
  /** Transactions of one row a second, one after the other, each flushed. */
  commits(): Promise<number>;
  /** How often a second this process itself gets the answer of each statement. */
  byHand(popular: string): Promise<(readonly [says: string, rate: number])[]>;
}

/** Where seeded sites are kept. */
export const seeds = join(tmpdir(), 'duet-bench-seeds');

/** Changes with the tables, and with what is put into them. */
export function seedMark(): string {
  const sum = createHash('sha256');
  for (const folder of ['server/src/platform/db/migrations', 'bench/load']) {
    for (const name of readdirSync(join(root, folder)).sort()) {
      if (folder === 'bench/load' && !name.startsWith('seed')) continue;
      sum.update(name).update(readFileSync(join(root, folder, name)));
    }
  }
  return sum.digest('hex').slice(0, 12);
}

export async function temporaryFolder(below: string): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(below, 'duet-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** As if everybody had just signed in. */
export const freshSessions = (): string =>
  `update sessions set created_at = ${Date.now()}, last_used_at = ${Date.now()}`;

export async function startServer(
  dataFolder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Pick<LoadedSite, 'server' | 'startMs' | 'dataFolder'>> {
  const since = performance.now();
  const server = await startDuet(dataFolder, 0, settings);
  await (await fetch(new URL('/api/posts', server.url))).text();
  return { server, dataFolder, startMs: performance.now() - since };
}
