import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import type { Log } from '../log.ts';
import { Ballast } from './ballast.ts';

const MiB = 1024 * 1024;

function ballastIn(folder: string, free: number) {
  const log = { error: vi.fn(), warn: vi.fn() } as unknown as Log;
  const space = { free, total: 100 * 1024 * MiB };
  return { ballast: new Ballast(folder, log, async () => space), log, space };
}

it('takes 64 MB of the disk, and gives them up once', async () => {
  using dir = temporaryDir();
  const { ballast, log } = ballastIn(dir.path, 1024 * MiB);
  expect(ballast.release()).toBe(false);
  await ballast.fill();
  await ballast.fill();
  const { size, blocks, mode } = statSync(join(dir.path, 'ballast'));
  expect([size, mode & 0o777]).toEqual([64 * MiB, 0o600]);
  expect(blocks * 512).toBeGreaterThanOrEqual(64 * MiB);
  expect([ballast.release(), ballast.release()]).toEqual([true, false]);
  expect(log.error).toHaveBeenCalledOnce();
});

it('is laid down only where as much stays free, also over what a stopped process left', async () => {
  using dir = temporaryDir();
  const { ballast, space } = ballastIn(dir.path, 128 * MiB - 1);
  writeFileSync(join(dir.path, 'ballast.part'), 'half');
  await ballast.fill();
  expect(ballast.release()).toBe(false);
  expect(readdirSync(dir.path)).toEqual([]);
  space.free = 128 * MiB;
  {
    await using _kept = ballast.keep();
  }
  expect(ballast.release()).toBe(true);
});

it('keeps no part of itself where the disk fills while it is laid down', async () => {
  using dir = temporaryDir();
  const { ballast } = ballastIn(dir.path, 1024 * MiB);
  await using folder = await open(dir.path);
  const handles = Object.getPrototypeOf(folder) as FileHandle;
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  // The first MB has room, the second has none.
  const write = Reflect.get(handles, 'write');
  using _disk = vi
    .spyOn(handles, 'write')
    .mockRejectedValue(full)
    .mockImplementationOnce(function (this: FileHandle, ...words: unknown[]) {
      return Reflect.apply(write, this, words);
    } as typeof write);
  await expect(ballast.fill()).rejects.toBe(full);
  expect(readdirSync(dir.path)).toEqual([]);
});
