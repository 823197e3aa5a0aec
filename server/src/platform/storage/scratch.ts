import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hourMs, minuteMs } from '@duet/contract/limits';
import { makeFolderAtStart } from './durable-file.ts';
import { isAlive, ownMark } from './process-mark.ts';
import { assertRoom, diskSpace, type Space, withStorageFaults } from './room.ts';
import type { Scratch } from './storage.ts';

/** A folder or file of which the process cannot be seen was left behind when nobody has shown for so long that it is worked in. */
const lifeMs = hourMs;

/** Makes scratch folders and files in one folder, which other servers may share, and removes those that a dead process left there. */
export class ScratchFolders {
  readonly #folder: string;
  readonly #space: (folder: string) => Promise<Space>;

  constructor(folder: string, space = diskSpace) {
    this.#folder = folder;
    this.#space = space;
    makeFolderAtStart(folder);
  }

  async make(): Promise<Scratch> {
    const path = await withStorageFaults(async () => {
      await this.sweep();
      return mkdtemp(join(this.#folder, `work-${ownMark}-`));
    });
    // A folder's time stands still while a file in it grows.
    const sign = setInterval(() => touch(path).catch(() => {}), minuteMs).unref();
    return {
      path,
      requireRoom: async (bytes) => assertRoom(bytes, 'scratch', await this.#space(path)),
      [Symbol.asyncDispose]: () => {
        clearInterval(sign);
        return rm(path, { recursive: true, force: true });
      },
    };
  }

  /** The name of a new file, for whoever writes it without a pause and removes it or moves it away. */
  newFile(): string {
    return newWorkFile(this.#folder);
  }

  /** Removes what dead processes have left. */
  sweep(): Promise<void> {
    return sweepFolder(this.#folder);
  }
}

/** The name of a new file in a folder that also holds others, as `ScratchFolders.newFile`. */
export const newWorkFile = (folder: string): string => join(folder, `work-${ownMark}-${randomUUID()}`);

/** Removes the scratch folders and files that dead processes have left in a folder. */
export async function sweepFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.startsWith('work-') || !(await isLeft(path))) continue;
    // What cannot be removed holds up nobody.
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now);
}

/** Whether the process of a folder or file is dead. */
async function isLeft(path: string): Promise<boolean> {
  const [, mark = ''] = basename(path).split('-');
  const alive = isAlive(mark);
  if (alive !== null) return !alive;
  // Another process may just have removed it.
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > lifeMs;
}
