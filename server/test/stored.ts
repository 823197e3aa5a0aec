import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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

/** All that is kept of media: the names of files, final or in the making, and the states of rows. */
export async function storedMedia({ context }: Harness): Promise<{ files: string[]; states: string[] }> {
  const { dataDir } = context.config;
  const folders = ['media', 'tmp'].map(async (folder) => {
    const found = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map(({ name }) => name);
  });
  const rows = await context.db.read.selectFrom('media').select('state').execute();
  return { files: (await Promise.all(folders)).flat(), states: rows.map(({ state }) => state) };
}

export const nothing = { files: [], states: [] };
