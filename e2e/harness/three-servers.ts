import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runtime } from '../../scripts/project.mjs';
import { dropDatabase } from './databases.ts';
import type { Server } from './running-server.ts';
import { cleanEnvironment, nodeWords, testSettings } from './server-environment.ts';

const program = fileURLToPath(new URL('../../server/test/scale/main.ts', import.meta.url));

/**
 * Three servers on one database and one object store, behind a balancer that sends each request to the next of them. Only
 * what they share lasts: nothing may be looked for in `dataFolder`.
 */
export async function startThreeServers(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const words = JSON.stringify({
    databaseUrl,
    settings: { ...testSettings, DUET_FFMPEG: '', ...settings },
  });
  const child = spawn(runtime(), [program, words], {
    env: { ...cleanEnvironment(), NODE_OPTIONS: nodeWords.join(' ') },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The three servers ended. They printed:\n${text}`);
    return JSON.parse(value);
  };
  const order = async (word: 'kill' | 'end' | 'start') => {
    child.stdin.write(`${word}\n`);
    await answer();
  };
  const { url, setupLink } = (await answer()) as { url: string; setupLink: string };
  return {
    url,
    setupLink: setupLink.replace(new URL(setupLink).origin, url),
    get dataFolder(): string {
      throw new Error('Files of three servers lie in an object store.');
    },
    databaseUrl,
    printed: () => text,
    end: () => order('end'),
    kill: () => order('kill'),
    restart: () => order('start'),
    async dispose() {
      child.stdin.end();
      await exit;
      await dropDatabase(databaseUrl);
    },
  };
}
