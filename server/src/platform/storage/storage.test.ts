import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startS3Server } from '../../../test/s3-server.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { DiskStorage } from './disk.ts';
import { newKey } from './keys.ts';
import { openInScratch } from './local-copy.ts';
import { Bucket } from './s3/bucket.ts';
import { S3Storage } from './s3/s3-storage.ts';
import type { ByteRange, Storage } from './storage.ts';

const MiB = 1024 * 1024;
const hello = Buffer.from('hello');
const helloHash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

let parts: AsyncDisposableStack;
beforeEach(() => {
  parts = new AsyncDisposableStack();
});
afterEach(() => parts.disposeAsync());

const stores: Readonly<Record<string, () => Promise<Storage>>> = {
  'on the disk': async () => {
    const { path } = parts.use(temporaryDir());
    return new DiskStorage({ folder: join(path, 'media'), scratchFolder: join(path, 'tmp') });
  },
  'in a bucket': async () => {
    const { path } = parts.use(temporaryDir());
    const { settings } = parts.use(await startS3Server());
    const bucket = parts.use(await Bucket.connect(settings));
    return new S3Storage({ bucket, scratchFolder: join(path, 'tmp') });
  },
};

async function read(store: Storage, key: string, range?: ByteRange): Promise<Buffer | null> {
  const stream = await store.open(key, range);
  return stream ? buffer(stream) : null;
}

/** So much that it takes several pieces and parts of an object store, and ends within one. */
const large = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)));
const largeSize = 17 * MiB + 5;
function* largeContent(): Generator<Uint8Array> {
  for (let at = 0; at < largeSize; at += large.length) yield large.subarray(0, largeSize - at);
}

describe.each(Object.keys(stores))('a store %s', (name) => {
  const open = (): Promise<Storage> => stores[name]?.() ?? Promise.reject(new Error(name));

  it('keeps a buffer, a stream, nothing, and a file that was made elsewhere', async () => {
    const store = await open();
    const [a, b, c, d] = [
      newKey('photos', 'jpg'),
      newKey('photos', 'jpg'),
      newKey('videos', 'mp4'),
      newKey('photos', 'gif'),
    ] as const;
    expect(await store.write(a, hello)).toEqual({ size: 5, sha256: helloHash });
    const stream = (async function* () {
      yield hello.subarray(0, 2);
      yield hello.subarray(2);
    })();
    expect(await store.write(b, stream)).toEqual({ size: 5, sha256: helloHash });
    await using scratch = await store.scratch();
    const made = join(scratch.path, 'made');
    await writeFile(made, hello);
    expect(await store.adopt(c, made)).toEqual({ size: 5, sha256: helloHash });
    await expect(stat(made)).rejects.toThrow('ENOENT');
    for (const key of [a, b, c]) expect(await read(store, key)).toEqual(hello);
    expect(await store.write(d, Buffer.alloc(0))).toMatchObject({ size: 0 });
    expect(await read(store, d)).toEqual(Buffer.alloc(0));
  });

  it('reads whole files and ranges, and says what is not there', async () => {
    const store = await open();
    const key = newKey('photos', 'jpg');
    await store.write(key, Buffer.from('0123456789'));
    expect(String(await read(store, key))).toBe('0123456789');
    expect(String(await read(store, key, { start: 2, end: 4 }))).toBe('234');
    expect(String(await read(store, key, { start: 9, end: 9 }))).toBe('9');
    const found = await store.stat(key);
    expect(found).toMatchObject({ key, size: 10 });
    expect(Math.abs(Date.now() - (found?.modifiedAt ?? 0))).toBeLessThan(60_000);
    await store.remove(key);
    await store.remove(key);
    expect(await read(store, key)).toBeNull();
    expect(await read(store, key, { start: 0, end: 3 })).toBeNull();
    expect(await store.stat(key)).toBeNull();
    await store.remove(newKey('videos', 'mp4'));
  });

  it('keeps what is larger than it holds in memory, and ranges of it', async () => {
    const store = await open();
    const key = newKey('videos', 'mp4');
    const content = Buffer.concat([...largeContent()]);
    const written = await store.write(
      key,
      (async function* () {
        yield* largeContent();
      })(),
    );
    expect(written.size).toBe(largeSize);
    expect((await read(store, key))?.equals(content)).toBe(true);
    const range = { start: 5 * MiB - 3, end: 12 * MiB + 7 };
    expect((await read(store, key, range))?.equals(content.subarray(range.start, range.end + 1))).toBe(true);
    await using scratch = await store.scratch();
    const file = join(scratch.path, 'large');
    await writeFile(file, content);
    expect(await store.adopt(newKey('videos', 'mp4'), file)).toEqual(written);
  });

  it('leaves nothing of a write that fails, at its beginning or late', async () => {
    const store = await open();
    const failing = async function* (before: Iterable<Uint8Array>) {
      yield* before;
      throw new Error('the client went away');
    };
    for (const before of [[hello], largeContent()]) {
      const key = newKey('videos', 'mp4');
      await expect(store.write(key, failing(before))).rejects.toThrow('went away');
      expect(await store.stat(key)).toBeNull();
    }
    expect(await store.list('videos', { limit: 5 })).toEqual({ objects: [], next: null });
  });

  it('takes nothing that is no key', async () => {
    const store = await open();
    for (const key of ['../out.jpg', 'photos/../../out', '/etc/passwd', 'uploads/x/1']) {
      await expect(store.write(key, hello)).rejects.toThrow('not a key');
      await expect((async () => store.remove(key))()).rejects.toThrow('not a key');
      await expect(store.open(key)).rejects.toThrow('not a key');
    }
  });

  it('lists a directory page by page, in order', async () => {
    const store = await open();
    const keys = Array.from({ length: 23 }, () => newKey('photos', 'jpg')).sort();
    for (const key of keys) await store.write(key, hello);
    await store.write(newKey('profile', 'jpg'), hello);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await store.list('photos', { limit: 5, ...(after ? { after } : {}) });
      expect(page.objects.length).toBeLessThanOrEqual(5);
      expect(page.objects.every(({ size }) => size === 5)).toBe(true);
      seen.push(...page.objects.map(({ key }) => key));
      after = page.next ?? undefined;
    } while (after);
    expect(seen).toEqual(keys);
    expect(await store.list('videos', { limit: 5 })).toEqual({ objects: [], next: null });
  });

  it('puts a stored file into a scratch folder, where it stays when the stored one goes', async () => {
    const store = await open();
    const key = newKey('videos', 'mp4');
    await store.write(key, hello);
    await using scratch = await store.scratch();
    expect(await openInScratch(store, newKey('videos', 'mp4'), scratch)).toBeNull();
    const file = await openInScratch(store, key, scratch);
    expect((await stat(file ?? '')).nlink).toBe(name === 'on the disk' ? 2 : 1);
    await store.remove(key);
    expect(await readFile(file ?? '')).toEqual(hello);
  });

  it('has scratch folders that go with all that is in them', async () => {
    const store = await open();
    let path: string;
    {
      await using scratch = await store.scratch();
      path = scratch.path;
      await writeFile(join(path, 'x'), hello);
      expect(await readFile(join(path, 'x'))).toEqual(hello);
    }
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });
});
