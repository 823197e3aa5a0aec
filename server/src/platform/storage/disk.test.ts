import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { promises, readdirSync } from 'node:fs';
import { type FileHandle, mkdir, open as openFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bareEnvironment } from '../../../test/bare-environment.ts';
import { eventually } from '../../../test/eventually.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { DiskStorage } from './disk.ts';
import { newKey } from './keys.ts';

const GiB = 1024 ** 3;
const hello = Buffer.from('hello');

let dir: ReturnType<typeof temporaryDir>;
let space = { free: 100 * GiB, total: 200 * GiB };

function open(): DiskStorage {
  return new DiskStorage({
    folder: join(dir.path, 'media'),
    scratchFolder: join(dir.path, 'tmp'),
    space: async () => space,
  });
}

/** Every file below the data folder. */
async function files(): Promise<string[]> {
  const entries = await readdir(dir.path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A server that is killed while it stores something: when it names it, or copies it where its place is on another volume. */
async function killedWrite(elsewhere: boolean): Promise<void> {
  const program = `
    const { promises } = await import('node:fs');
    const { syncBuiltinESMExports } = await import('node:module');
    let across = ${elsewhere};
    promises.rename = async () => {
      if (!across) process.kill(process.pid, 'SIGKILL');
      across = false;
      throw Object.assign(new Error('another volume'), { code: 'EXDEV' });
    };
    syncBuiltinESMExports();
    const { DiskStorage } = await import(${JSON.stringify(new URL('./disk.ts', import.meta.url).href)});
    const [folder, scratchFolder] = ${JSON.stringify([join(dir.path, 'media'), join(dir.path, 'tmp')])};
    await new DiskStorage({ folder, scratchFolder }).write('${newKey('photos', 'jpg')}', Buffer.from('hello'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: bareEnvironment(),
    stdio: 'inherit',
  });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

/** Has each folder of the media, and each beside them, be a volume of its own. */
function separateVolumes(): Disposable {
  const { rename } = promises;
  const volumeOf = (file: string) => {
    const [folder, directory] = relative(dir.path, file).split('/');
    return folder === 'media' && !directory?.startsWith('work-') ? directory : folder;
  };
  promises.rename = async (from, to) => {
    if (volumeOf(String(from)) === volumeOf(String(to))) return rename(from, to);
    throw Object.assign(new Error('another volume'), { code: 'EXDEV' });
  };
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]: () => {
      promises.rename = rename;
      syncBuiltinESMExports();
    },
  };
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield hello;
  throw new Error('the client went away');
}

beforeEach(() => {
  dir = temporaryDir();
  space = { free: 100 * GiB, total: 200 * GiB };
});
afterEach(() => dir[Symbol.dispose]());

describe('the store on the disk', () => {
  it('leaves nothing of a write that fails', async () => {
    const store = open();
    await expect(store.write(newKey('photos', 'jpg'), failing())).rejects.toThrow('went away');
    expect(await files()).toEqual([]);
  });

  it.each([
    ['its scratch file', false, 1],
    ['its scratch file and the copy beside its place', true, 2],
  ] as const)('removes what a killed write has left: %s', async (_what, elsewhere, count) => {
    await killedWrite(elsewhere);
    expect(await files()).toHaveLength(count);
    // Elsewhere than on Linux nothing but its age says that its process is dead.
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const file of await files()) await utimes(file, longAgo, longAgo);
    await open().removeUnfinished();
    expect(await files()).toEqual([]);
  });

  it('writes and adopts also where each of its folders is a volume of its own', async () => {
    using _volumes = separateVolumes();
    const store = open();
    const [photo, video] = [newKey('photos', 'jpg'), newKey('videos', 'mp4')];
    await store.write(photo, hello);
    await using scratch = await store.scratch();
    const made = join(scratch.path, 'made.mp4');
    await writeFile(made, hello);
    await store.adopt(video, made);
    expect((await files()).toSorted()).toEqual([photo, video].map((key) => join(dir.path, 'media', key)));
    expect((await store.stat(video))?.size).toBe(hello.length);
  });

  it('leaves a write alone that goes on while another server looks for unfinished ones', async () => {
    const key = newKey('photos', 'jpg');
    await open().write(
      key,
      (async function* () {
        yield hello;
        await open().removeUnfinished();
        yield hello;
      })(),
    );
    expect(await open().stat(key)).toMatchObject({ size: 10 });
  });

  it('turns a full disk into STORAGE_FULL and leaves nothing', async () => {
    const full = async function* (): AsyncGenerator<Uint8Array> {
      yield hello;
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    await expect(open().write(newKey('photos', 'jpg'), full())).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
    expect(await files()).toEqual([]);
  });

  it.each([
    ['image', 100, { free: 64 * 1024 ** 2 + 100, total: 200 * GiB }, true],
    ['image', 100, { free: 64 * 1024 ** 2 + 99, total: 200 * GiB }, false],
    ['video', 100, { free: 10 * GiB + 100, total: 200 * GiB }, true],
    ['video', 100, { free: 10 * GiB + 99, total: 200 * GiB }, false],
    ['video', 100, { free: GiB + 99, total: 2 * GiB }, false],
  ] as const)('%s of %i bytes on %o: %s', async (kind, bytes, given, fits) => {
    space = { ...given };
    const asked = open().requireRoom(bytes, kind);
    if (fits) await expect(asked).resolves.toBeUndefined();
    else await expect(asked).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('leaves the room of the database beside what is made in a scratch folder', async () => {
    space = { free: 64 * 1024 ** 2 + 100, total: 200 * GiB };
    await using scratch = await open().scratch();
    await expect(scratch.requireRoom(100)).resolves.toBeUndefined();
    await expect(scratch.requireRoom(101)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('never leaves its folder', async () => {
    const store = open();
    for (const key of ['../out.jpg', 'photos/../../out', '/etc/passwd']) {
      await expect(store.write(key, hello)).rejects.toThrow('not a key');
      await expect(store.remove(key)).rejects.toThrow('not a key');
      await expect(store.open(key)).rejects.toThrow('not a key');
    }
    expect(await files()).toEqual([]);
  });

  it('passes over files that are not its own', async () => {
    const store = open();
    const key = newKey('photos', 'jpg');
    await store.write(key, hello);
    await writeFile(join(dir.path, 'media', dirname(key), 'notes.txt'), 'mine');
    await writeFile(join(dir.path, 'media', 'photos', 'lost+found'), 'a folder that cannot be read');
    const { objects, next } = await store.list('photos', { limit: 5 });
    expect([objects.map((object) => object.key), next]).toEqual([[key], null]);
  });

  it('removes scratch folders that a dead process left, and no others', async () => {
    const old = join(dir.path, 'tmp', 'work-old');
    const young = join(dir.path, 'tmp', 'work-young');
    for (const path of [old, young]) await mkdir(path, { recursive: true });
    await writeFile(join(old, 'part'), 'x');
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(old, longAgo, longAgo);
    const store = open();
    await using scratch = await store.scratch();
    const left = await readdir(join(dir.path, 'tmp'));
    expect(left).toContain('work-young');
    expect(left).not.toContain('work-old');
    expect(left).toHaveLength(2);
    expect((await stat(scratch.path)).isDirectory()).toBe(true);
  });
});

describe('files that are sent', () => {
  /** What every open file inherits. */
  async function fileHandles(): Promise<FileHandle> {
    await using handle = await openFile(dir.path, 'r');
    return Object.getPrototypeOf(handle) as FileHandle;
  }

  it('are read a few pieces at a time, all together, and come whole', async () => {
    const store = open();
    const key = newKey('photos', 'jpg');
    const content = Buffer.alloc(1_000_000, 'content');
    await store.write(key, content);
    const handles = await fileHandles();
    const { read } = handles;
    let now = 0;
    let most = 0;
    vi.spyOn(handles, 'read').mockImplementation(async function (this: FileHandle, ...asked: unknown[]) {
      now += 1;
      most = Math.max(most, now);
      const answer = await Reflect.apply(read, this, asked);
      now -= 1;
      return answer;
    } as typeof read);
    const got = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const stream = await store.open(key, { start: 10, end: 700_000 });
        return stream && buffer(stream);
      }),
    );
    for (const each of got) expect(each?.equals(content.subarray(10, 700_001))).toBe(true);
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(1);
  });

  it('are read no further than their reader takes them', async () => {
    const store = open();
    const key = newKey('photos', 'jpg');
    await store.write(key, Buffer.alloc(1_000_000, 'content'));
    const read = vi.spyOn(await fileHandles(), 'read');
    const stream = await store.open(key);
    if (!stream) throw new Error('not there');
    // Full with its first piece, and slow to be through with it.
    let taken = () => {};
    const reader = new Writable({
      highWaterMark: 1,
      write: (_piece, _encoding, done) => {
        taken = done;
      },
    });
    stream.pipe(reader);
    for (const pieces of [1, 2, 3]) {
      await eventually(() => expect(read).toHaveBeenCalledTimes(pieces));
      // A read of what follows would begin before this one.
      await store.stat(key);
      await store.stat(key);
      expect(read).toHaveBeenCalledTimes(pieces);
      expect(stream.readableLength).toBe(0);
      taken();
    }
    stream.destroy();
  });

  it('are closed where nobody begins to read them', async () => {
    const store = open();
    const key = newKey('photos', 'jpg');
    await store.write(key, hello);
    const openFiles = () => readdirSync('/dev/fd').length;
    const before = openFiles();
    const streams = await Promise.all(Array.from({ length: 50 }, () => store.open(key)));
    expect(openFiles()).toBeGreaterThanOrEqual(before + 50);
    for (const stream of streams) stream?.destroy();
    await eventually(() => expect(openFiles()).toBeLessThan(before + 10));
  });
});
