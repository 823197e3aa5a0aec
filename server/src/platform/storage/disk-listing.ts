import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isKey } from './keys.ts';
import type { Directory } from './storage.ts';

async function names(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Up to `limit` keys behind `after`, in order; names that are not keys are none of ours and are passed over. */
export async function listKeys(
  root: string,
  directory: Directory,
  after: string,
  limit: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const part of await names(join(root, directory))) {
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
