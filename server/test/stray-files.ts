import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newKey } from '../src/platform/storage/keys.ts';
import type { Harness } from './harness.ts';
import { picture } from './posts.ts';

type MediaDirectory = Parameters<typeof newKey>[0];

/** Where a path of a site's media lies on the disk. */
export const mediaFile = ({ context }: Harness, path: string): string =>
  join(context.config.dataDir, 'media', path);

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A file that no row knows, last written so long ago; a picture unless told otherwise. Answers its path. */
export async function strayFile(
  harness: Harness,
  directory: MediaDirectory,
  ageMs: number,
  { extension = 'jpg', content }: { readonly extension?: string; readonly content?: string } = {},
): Promise<string> {
  const key = newKey(directory, extension);
  const file = mediaFile(harness, key);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content ?? (await picture()));
  const then = new Date(harness.clock.now() - ageMs);
  await utimes(file, then, then);
  return key;
}
