import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushExisting } from '../platform/storage/durable-file.ts';
import type { Written } from '../platform/storage/storage.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

/** Whether linking is not possible here, so that a copy has to do: another volume, or one without links. */
const cannotLink = (error: unknown): boolean =>
  ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes(codeOf(error) ?? '');

/**
 * Gives a file that never changes a second name, or where that is not possible copies it; a former copy that may be
 * linked is taken before the bytes are copied again. Answers which of the two it has the bytes of; null where the source is not there.
 */
export async function share(
  from: string,
  to: string,
  former: string | null,
): Promise<'source' | 'former' | null> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  for (const source of former === null ? [from] : [from, former]) {
    try {
      await link(source, to);
      return source === from ? 'source' : 'former';
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return 'source';
      if (codeOf(error) === 'ENOENT' && source === from) return null;
      if (codeOf(error) !== 'ENOENT' && !cannotLink(error)) throw error;
    }
  }
  return (await copyWhole(from, to)) ? 'source' : null;
}

/** A copy under its name only when it is whole; false where the source is not there. */
export async function copyWhole(from: string, to: string): Promise<boolean> {
  const part = `${to}.part`;
  try {
    await copyFile(from, part, constants.COPYFILE_FICLONE);
    // FAT has no links, by which a name could be given that is not there yet; a copy of the same file is the same.
    await rename(part, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

/** Size and sum of a file, after its bytes are durable; null where it is not there. */
export const sumFlushed = (file: string): Promise<Written | null> => unlessMissing(() => flushExisting(file));

/** The same of a file that only is to be read, on whatever medium. */
export const sumOf = (file: string): Promise<Written | null> =>
  unlessMissing(async () => {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      hash.update(chunk);
      size += chunk.length;
    }
    return { size, sha256: hash.digest('hex') };
  });

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Makes the names in these folders durable. */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) {
    await using handle = await open(folder, 'r');
    await handle.sync();
  }
}

/** Every folder that holds one of these files, the root too. */
export function foldersOf(root: string, files: readonly string[]): Set<string> {
  const folders = new Set([root]);
  for (const file of files) {
    for (let at = dirname(file); at !== '.'; at = dirname(at)) folders.add(join(root, at));
  }
  return folders;
}
