import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isKey } from './keys.ts';
import { type Directory, directories } from './storage.ts';

async function names(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The middle parts of keys; a volume has folders of its own beside them, such as `lost+found`, which nobody may read. */
const partsOf = async (root: string, directory: Directory): Promise<string[]> =>
  (await names(join(root, directory))).filter((part) => /^[a-z2-7]{2}$/.test(part));

/** Up to `limit` keys behind `after`, in order; names that are not keys are none of ours and are passed over. */
export async function listKeys(
  root: string,
  directory: Directory,
  after: string,
  limit: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const part of await partsOf(root, directory)) {
    const prefix = `${directory}/${part}/`;
    if (prefix < after && !after.startsWith(prefix)) continue;
    for (const name of await names(join(root, directory, part))) {
      const key = prefix + name;
      if (key > after && isKey(key)) found.push(key);
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** The folder of the media, and those in which its files lie. */
export async function listFolders(root: string): Promise<string[]> {
  const found = [root];
  for (const directory of directories) {
    const parts = await partsOf(root, directory);
    found.push(...parts.map((part) => join(root, directory, part)));
  }
  return found;
}
