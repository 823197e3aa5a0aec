import { spawn } from 'node:child_process';
import { once } from 'node:events';

const program = new URL('die-at-step.ts', import.meta.url).pathname;

/**
 * Runs `export function name(argument)` of a module in a process of its own, which dies just before its n-th change of
 * the file system. Answers whether it died; false where it came to its end before.
 */
export async function diesAt(
  step: number,
  job: { readonly module: URL; readonly name: string; readonly argument: unknown },
): Promise<boolean> {
  const told = JSON.stringify({ ...job, module: job.module.href, step });
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DIE_AT_STEP: told },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'close');
  if (signal === 'SIGKILL') return true;
  if (code !== 0) throw new Error(`${job.name} ended with ${code}`);
  return false;
}
