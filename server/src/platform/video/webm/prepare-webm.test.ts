import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDir } from '../../../../test/temporary-dir.ts';
import { clip } from '../../../../test/uploads.ts';
import { FileAccess } from '../byte-access.ts';
import { VideoTools } from '../video-tools.ts';

let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => dir[Symbol.dispose]());

/** What becomes of tags behind a video. */
async function prepared(tags: Buffer): Promise<Buffer> {
  const video = await clip('clip-vp9.webm');
  const file = join(dir.path, 'file');
  await writeFile(file, Buffer.concat([video, tags]));
  const scratch = { path: dir.path, requireRoom: async () => {}, async [Symbol.asyncDispose]() {} };
  const tools = new VideoTools(null);
  expect(await tools.inspect(file)).toMatchObject({ container: 'webm', playable: true });
  await tools.prepare(file, 'webm', scratch);
  const after = await readFile(file);
  expect(after.subarray(0, video.length).equals(video)).toBe(true);
  return after.subarray(video.length);
}

it('blanks no more than there is of tags that say they are larger than their file', async () => {
  // 24 MiB in eight bytes, and 2 MB in three.
  const sizes = [Buffer.from('0100000001800000', 'hex'), Buffer.from('3ffff0', 'hex')];
  for (const size of sizes) {
    const head = Buffer.concat([Buffer.from('1254c367', 'hex'), size]);
    const cut = await prepared(head);
    expect(cut).toEqual(head);
    const after = await prepared(Buffer.concat([head, Buffer.from('gps 47.1584')]));
    expect(after).toHaveLength(head.length + 11);
    expect(after[0]).toBe(0xec);
    expect(after.includes('47.1584')).toBe(false);
  }
});

it('blanks tags that are shorter than any real ones', async () => {
  const tags = Buffer.concat([Buffer.from('1254c36783', 'hex'), Buffer.from('gps')]);
  expect(await prepared(tags)).toEqual(Buffer.from([0xec, 0x86, 0, 0, 0, 0, 0, 0]));
});

it('never makes a file longer by zeroing in it', async () => {
  const file = join(dir.path, 'file');
  await writeFile(file, '0123456789');
  {
    await using access = await FileAccess.open(file, 'r+');
    await access.zero(8, 2 ** 22);
    await access.zero(20, 5);
  }
  expect(await readFile(file, 'latin1')).toBe('01234567\0\0');
});
