import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bareEnvironment } from '../../../test/bare-environment.ts';
import { eventually } from '../../../test/eventually.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { ScratchFolders } from './scratch.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);

let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => {
  vi.useRealTimers();
  dir[Symbol.dispose]();
});

/** Another server on the same folder, with a scratch folder that it works in. */
async function otherServer(): Promise<{ readonly child: ChildProcess; readonly path: string }> {
  const program = `
    const { ScratchFolders } = await import(${JSON.stringify(new URL('./scratch.ts', import.meta.url).href)});
    const { path } = await new ScratchFolders(${JSON.stringify(dir.path)}).make();
    process.stdout.write(path);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = text(child.stderr);
  const died = once(child, 'close').then(async () => {
    throw new Error(`the other server ended at its start: ${await said}`);
  });
  const [path] = await Promise.race([once(child.stdout, 'data'), died]);
  // It is killed in the end.
  died.catch(() => {});
  return { child, path: String(path) };
}

it('a folder stays as long as the process works in it, however old, and is gone once it is killed', async () => {
  const { child, path } = await otherServer();
  try {
    await writeFile(join(path, 'source'), 'x');
    await utimes(path, hoursAgo(3), hoursAgo(3));
    await using own = await new ScratchFolders(dir.path).make();
    expect((await readdir(dir.path)).sort()).toEqual([basename(own.path), basename(path)].sort());
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await using own = await new ScratchFolders(dir.path).make();
  // Elsewhere than on Linux nothing says which process a number belongs to.
  const left = process.platform === 'linux' ? [] : [basename(path)];
  expect((await readdir(dir.path)).sort()).toEqual([...left, basename(own.path)].sort());
});

it('a folder of which nobody knows the process is left behind after an hour, also where that passes later', async () => {
  const folders = new ScratchFolders(dir.path);
  await using _first = await folders.make();
  const [old, young] = [join(dir.path, 'work-000000000000.1.1-old'), join(dir.path, 'work-young')];
  for (const path of [old, young]) await mkdir(path);
  await utimes(old, hoursAgo(2), hoursAgo(2));
  await using _second = await folders.make();
  const left = await readdir(dir.path);
  expect(left).toContain(basename(young));
  expect(left).not.toContain(basename(old));
});

it('a folder shows that it is worked in, for servers that do not see its process', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await using own = await new ScratchFolders(dir.path).make();
  await utimes(own.path, hoursAgo(3), hoursAgo(3));
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await eventually(async () => expect((await stat(own.path)).mtimeMs).toBeGreaterThan(Number(hoursAgo(1))));
});
