import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { directories } from '../src/platform/storage/storage.ts';
import type { Harness } from './harness.ts';

/** A form with a picture, its text fields before or after it. */
export function imageForm(
  bytes: Buffer,
  {
    name = 'us.jpg',
    type = 'image/jpeg',
    before = {},
    after = {},
  }: {
    readonly name?: string;
    readonly type?: string;
    readonly before?: Readonly<Record<string, string>>;
    readonly after?: Readonly<Record<string, string>>;
  } = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(before)) form.append(field, value);
  form.append('image', new Blob([new Uint8Array(bytes)], { type }), name);
  for (const [field, value] of Object.entries(after)) form.append(field, value);
  return form;
}

/** The keys of all files that the store holds. */
export async function storedKeys({ context }: Harness): Promise<string[]> {
  const keys: string[] = [];
  for (const directory of directories) {
    for (let after: string | null = ''; after !== null; ) {
      const { objects, next } = await context.storage.list(directory, {
        ...(after && { after }),
        limit: 1000,
      });
      keys.push(...objects.map(({ key }) => key));
      after = next;
    }
  }
  return keys;
}

/** All that is kept of media: the names of files, final or in the making, and the states of rows. */
export async function storedMedia(harness: Harness): Promise<{ files: string[]; states: string[] }> {
  const { config, db } = harness.context;
  const inFolder = async (folder: string) => {
    const found = await readdir(join(config.dataDir, folder), { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  // Of a folder also what the store itself would not list.
  const stored = config.s3 ? await storedKeys(harness) : await inFolder('media');
  const rows = await db.read.selectFrom('media').select('state').execute();
  return {
    files: [...stored.map((key) => basename(key)), ...(await inFolder('tmp'))],
    states: rows.map(({ state }) => state),
  };
}

export const nothing = { files: [], states: [] };
