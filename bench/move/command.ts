import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../scripts/project.mjs';
import type { Place } from './places.ts';

const main = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url));

/** A move that came to its end. */
export interface Way {
  readonly seconds: number;
  /** How long nothing could be written, s. */
  readonly pause: string;
  readonly rows: number;
  readonly files: number;
}

/** Runs `move` by its command; null where it was killed before its end, so many milliseconds after it began. */
export async function runMove(
  from: Place,
  to: Place,
  folder: string,
  killAfterMs: number | null = null,
): Promise<Way | null> {
  const file = join(folder, 'new.env');
  await writeFile(
    file,
    Object.entries(to)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const since = performance.now();
  const child = start(['move', '--to', file], from);
  const exit = once(child, 'close');
  const kill = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const said = await text(child.stdout);
  await exit;
  if (kill) clearTimeout(kill);
  if (child.signalCode === 'SIGKILL') return null;
  const seconds = (performance.now() - since) / 1000;
  const pause = /could be written for ([\d.]+) s/.exec(said)?.[1];
  if (pause === undefined) throw new Fault(`The site was not moved:\n${said}`);
  const counts = [...said.matchAll(/: (\d+) rows at both ends/g)].map(([, count]) => Number(count));
  const files = Number(/(\d+) files are the same at both ends/.exec(said)?.[1] ?? 0);
  return { seconds, pause, rows: counts.reduce((sum, count) => sum + count, 0), files };
}

/** Opens a site to writing again that has moved away. */
export async function reopen(place: Place): Promise<void> {
  const child = start(['move', '--reopen'], place);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Fault('The site was not opened again.');
}

function start(words: readonly string[], settings: Place) {
  return spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env.PATH, DUET_LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
