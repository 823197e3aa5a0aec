import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { root, runtime, serverProcess } from '../scripts/project.mjs';

/** A program in a process of its own that prints its address, and can be killed and measured. */
export interface ServerProcess {
  readonly url: string;
  readonly printed: () => string;
  /** Bytes of memory that it holds now. */
  memory(): number;
  /** Seconds of processor time that all its threads have used so far, to a hundredth. */
  processorSeconds(): number;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Where Node keeps what it has compiled, as `npm start` sets it. */
const compiled: Readonly<Record<string, string>> = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {};

interface Program {
  /** Its path in the project, and words for it. */
  readonly words: readonly [string, ...string[]];
  /** Words for Node. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Finds the address in what it prints. */
  readonly ready: RegExp;
}

export async function startProcess({ words, flags = [], env = {}, ready }: Program): Promise<ServerProcess> {
  const child: ChildProcess = spawn(runtime(), [...flags, ...words], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...compiled, ...env },
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
    exit.then(() => reject(new Error(`${words[0]} ended: ${printed}`)));
  });
  return {
    url,
    printed: () => printed,
    memory: () => memoryOf(child.pid ?? 0),
    processorSeconds: () => processorSecondsOf(child.pid ?? 0),
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

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: utime and stime, in ticks of a hundredth of a second. */
function processorSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Duet on a data folder; `more` are settings beside those of a measurement. */
export const startDuet = (
  dataFolder: string,
  port = 0,
  more: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> =>
  startProcess({
    words: ['server/src/main.ts'],
    flags: serverProcess.flags,
    env: {
      ...serverProcess.settings,
      DUET_DATA_DIR: dataFolder,
      DUET_PORT: String(port),
      DUET_RATE_LIMIT: '0',
      DUET_LOG_LEVEL: 'warn',
      DUET_FFMPEG: 'off',
      ...more,
    },
    ready: /Duet is ready at (\S+)\n/,
  });
