import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { VideoTools } from './video-tools.ts';

let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  dir = temporaryDir();
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  dir[Symbol.dispose]();
});

const programs = () => ['ffmpeg', 'ffprobe'].map((name) => join(dir.path, name));
/** Puts programs there that end so. */
const install = (code: number) =>
  Promise.all(programs().map((file) => writeFile(file, `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })));

it('an ffmpeg that did not answer once is looked for again after a minute, and kept once it was found', async () => {
  await install(1);
  const tools = new VideoTools(join(dir.path, 'ffmpeg'));
  expect(await tools.canConvert()).toBe(false);
  await install(0);
  expect(await tools.canConvert()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(await Promise.all([tools.canConvert(), tools.canConvert()])).toEqual([true, true]);
  for (const file of programs()) await rm(file);
  vi.advanceTimersByTime(60_000);
  expect(await tools.canConvert()).toBe(true);
});
