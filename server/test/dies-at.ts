import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';

const program = new URL('die-at-step.ts', import.meta.url).pathname;

/** `export function name(argument)` of a module. */
interface Job {
  readonly module: URL;
  readonly name: string;
  readonly argument: unknown;
}

function start(step: number | 'each', job: Job) {
  const told = JSON.stringify({ ...job, module: job.module.href, step });
  return spawn(process.execPath, [program], {
    env: { ...process.env, DIE_AT_STEP: told },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
}

/**
 * Runs a job in a process of its own, which dies just before its n-th change of the file system. Answers whether it died; false
 * where it came to its end before.
 */
export async function diesAt(step: number, job: Job): Promise<boolean> {
  const [code, signal] = await once(start(step, job), 'close');
  if (signal === 'SIGKILL') return true;
  if (code !== 0) throw new Error(`${job.name} ended with ${code}`);
  return false;
}

/**
 * Runs a job in a process of its own, which stands still just before each of its changes of the file system while `look` sees
 * what would be there had it died. Answers how many there were.
 */
export async function haltsAtEach(job: Job, look: (step: number) => Promise<void>): Promise<number> {
  const child = start('each', job);
  const channel = child.stdio[3] as Duplex;
  let steps = 0;
  try {
    for await (const _ of channel) {
      steps += 1;
      await look(steps);
      channel.write('.');
    }
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    if (code !== 0) throw new Error(`${job.name} ended with ${code}`);
    return steps;
  } finally {
    child.kill('SIGKILL');
  }
}
