import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Written } from './storage.ts';

/** Makes a folder's names durable: without it a power cut may take away a file that was renamed into it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Not `recursive`: that says ENOENT where a disk is read-only. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') {
      if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
      await makeFolder(dirname(folder));
      return makeFolder(folder);
    }
  }
  // Also where it is there: whoever made it may not have come so far, now or before a crash.
  await syncFolder(dirname(folder));
}

/** Makes a folder of a server that starts, for its user alone, with those above it; a power cut leaves it there. */
export function makeFolderAtStart(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 }) ?? folder;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    const handle = openSync(dirname(made), 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }
}

/** Writes a new file and flushes its bytes; nothing of it stays where that fails. */
export async function writeFlushed(
  file: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Written> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(file, 'wx');
  try {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      hash.update(chunk);
      size += chunk.byteLength;
      await handle.writeFile(chunk);
    }
    await handle.datasync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** Reads a finished file through, flushes it and says what it is. */
export async function flushExisting(file: string): Promise<Written> {
  const handle = await open(file, 'r+');
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      size += chunk.byteLength;
    }
    await handle.datasync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** Gives a flushed file its final name. From another volume it is copied, which is called `part` until it is whole. */
export async function moveDurably(
  from: string,
  to: string,
  part = `${to}.${randomUUID()}.part`,
): Promise<void> {
  await makeFolder(dirname(to));
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyAcross(from, to, part);
  }
  await syncFolder(dirname(to));
}

async function copyAcross(from: string, to: string, part: string): Promise<void> {
  try {
    await copyFile(from, part);
    await flushExisting(part);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await rm(from);
}

/** Removes a file for good; one that is not there is no error. */
export async function removeDurably(file: string): Promise<void> {
  await rm(file, { force: true });
  await syncFolder(dirname(file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** A flushed copy under a new name. */
export async function copyFlushed(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await flushExisting(to);
}

/** Gives a file a second name, so that whoever takes one of them away leaves the other. Where links cannot be made it is copied. */
export async function shareFile(file: string, as: string): Promise<void> {
  try {
    await link(file, as);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    await copyFlushed(file, as);
  }
}

/** Writes a new file; whoever takes it over flushes it. Nothing of it stays where that fails. */
export async function writeNewFile(file: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const piece of source) await handle.writeFile(piece);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Runs `work`, which takes over the handle; where it throws, nobody else would close it. */
export async function closeOnError<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await handle.close();
    throw error;
  }
}
