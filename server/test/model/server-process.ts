import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../bare-environment.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A real server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** All that it has printed so far. */
  readonly printed: () => string;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Starts it on a data folder, with settings beside those of a test; resolves when it answers. */
export async function startServer(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const always = { DUET_DATA_DIR: dataDir, DUET_PORT: '0', DUET_RATE_LIMIT: '0', DUET_FFMPEG: 'off' };
  const settings = { ...always, ...more };
  const child = spawn(process.execPath, [main], {
    env: { ...bareEnvironment(), DUET_LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'close');
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      printed += bytes;
      const [, found] = /Duet is ready at (\S+)\n/.exec(printed) ?? [];
      if (found) resolve(found);
    });
    exit.then(([code, signal]) => reject(new Error(`the server ended with ${code ?? signal}: ${printed}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    printed: () => printed,
    async kill(signal) {
      child.kill(signal);
      await exit;
    },
  };
}
