import { mkdir, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { PartFiles } from './part-files.ts';

const openFiles = async (): Promise<string[]> => {
  const handles = await readdir('/proc/self/fd');
  return Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
};

it('closes the file of a part whose journal cannot be opened', async () => {
  using dir = temporaryDir();
  const parts = new PartFiles(join(dir.path, 'parts'));
  await parts.create('upload', 10);
  await mkdir(join(dir.path, 'parts', 'upload.journal'));
  await expect(parts.open('upload')).rejects.toThrow('EISDIR');
  expect(await openFiles()).not.toContain(parts.pathOf('upload'));
});
