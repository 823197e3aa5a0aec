import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { root, runtime } from '../scripts/project.mjs';

/** A program in a process of its own that prints its address, and can be killed and measured. */
export interface ServerProcess {
  readonly url: string;
  readonly printed: () => string;
  /** Bytes of memory that it holds now. */
  memory(): number;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Starts `program` (a path in the project); `ready` finds the address in what it prints. */
export async function startProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<ServerProcess> {
  const child: ChildProcess = spawn(runtime(), [program, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'close');
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (bytes) => {
      printed += bytes;
      const [, found] = ready.exec(printed) ?? [];
      if (found) resolve(found);
    });
    exit.then(() => reject(new Error(`${program} ended: ${printed}`)));
  });
  return {
    url,
    printed: () => printed,
    memory: () => memoryOf(child.pid ?? 0),
    async kill(signal) {
      child.kill(signal);
      await exit;
    },
  };
}

function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Duet on a data folder. */
export const startDuet = (dataFolder: string, port = 0): Promise<ServerProcess> =>
  startProcess(
    'server/src/main.ts',
    [],
    {
      DUET_DATA_DIR: dataFolder,
      DUET_PORT: String(port),
      DUET_RATE_LIMIT: '0',
      DUET_LOG_LEVEL: 'warn',
      DUET_FFMPEG: 'off',
    },
    /Duet is ready at (\S+)\n/,
  );
