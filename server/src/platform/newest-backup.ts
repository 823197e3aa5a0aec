import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const manifestName = 'manifest.json';

/**
 * When the newest whole backup in these folders was made, in ms since 1970; null where there is none. A backup is a
 * folder in one of them, and whole once its manifest is there.
 */
export async function newestBackup(folders: readonly string[]): Promise<number | null> {
  const times = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      return Promise.all(names.map((name) => madeAt(join(folder, name, manifestName))));
    }),
  );
  const known = times.flat().filter((time) => time !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** A manifest also names every file; its time stands at the beginning. */
const headBytes = 4096;

/** What the manifest says of its time, else when it was written. */
async function madeAt(path: string): Promise<number | null> {
  try {
    await using manifest = await open(path, 'r');
    const { mtimeMs, size } = await manifest.stat();
    const { buffer, bytesRead } = await manifest.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.toString('utf8', 0, bytesRead);
    if (size === 0 || !head.trimStart().startsWith('{')) return null;
    const [, said = ''] = /"created_?at"\s*:\s*"([^"]+)"/i.exec(head) ?? [];
    const time = Date.parse(said);
    return Number.isNaN(time) ? Math.floor(mtimeMs) : time;
  } catch {
    return null;
  }
}
