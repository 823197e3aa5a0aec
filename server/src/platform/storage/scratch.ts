import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '@duet/contract/limits';
import { makeFolderAtStart } from './durable-file.ts';
import { withStorageFaults } from './room.ts';
import type { Scratch } from './storage.ts';

/** A scratch folder that is older than this was left behind by a process that died. */
const scratchLifeMs = hourMs;

/** Makes scratch folders below one folder, and removes those that a dead process left there. */
export class ScratchFolders {
  readonly #folder: string;
  #swept: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    makeFolderAtStart(folder);
  }

  async make(): Promise<Scratch> {
    this.#swept ??= this.#sweep();
    await this.#swept;
    const path = await withStorageFaults(() => mkdtemp(join(this.#folder, 'work-')));
    return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  }

  async #sweep(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      // Another process may just have removed it.
      const found = await stat(path).catch(() => null);
      const old = found !== null && Date.now() - found.mtimeMs > scratchLifeMs;
      if (old && name.startsWith('work-')) await rm(path, { recursive: true, force: true });
    }
  }
}
