import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bombs } from '../../../test/hostile/pictures.ts';
import { phonePhoto } from '../../../test/pictures.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { ImageProcess } from './image-process.ts';

const MB = 1024 * 1024;
const images = new ImageProcess();
const dir = temporaryDir();

/** The image processes among this one's children, in the system's list of processes. */
function imageProcesses(): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
      return (
        parent === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('images/worker.ts')
      );
    } catch {
      return false;
    }
  });
}

/** Those of the sites of other files. */
let others: readonly string[] = [];

/** The most that the image process has used, in bytes; null where the system has no list of processes. */
function childMemory(): number | null {
  if (process.platform !== 'linux') return null;
  const mine = imageProcesses().filter((id) => !others.includes(id));
  expect(mine).toHaveLength(1);
  const [, most] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${mine[0]}/status`, 'utf8')) ?? [];
  return Number(most) * 1024;
}

async function tried(name: string, bytes: Buffer): Promise<string> {
  const file = join(dir.path, name);
  await writeFile(file, bytes);
  return images.process(file, dir.path, 'photo').then(
    () => 'taken',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

beforeAll(async () => {
  if (process.platform === 'linux') others = imageProcesses();
  expect(await tried('first.jpg', await phonePhoto())).toBe('taken');
});
afterAll(async () => {
  await images[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

describe('a small file that would unpack to very much', async () => {
  it.each((await bombs()).map((bomb) => [bomb.name, bomb] as const))(
    '%s is refused in under a second, under 200 MB of memory',
    async (name, { bytes, code }) => {
      expect(bytes.length).toBeLessThan(MB);
      const start = performance.now();
      expect(await tried(name, bytes)).toBe(code);
      expect(performance.now() - start).toBeLessThan(1000);
      const most = childMemory();
      // Elsewhere than on Linux the time alone is asked.
      if (most !== null) expect(most).toBeLessThan(200 * MB);
    },
  );
});
