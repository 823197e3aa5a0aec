import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { closeOnError, makeFolderAtStart, shareFile, syncFolder } from './durable-file.ts';
import { Journal } from './journal.ts';
import { PartFile } from './part-file.ts';
import { asStorageFault, withStorageFaults } from './room.ts';

const idForm = /^[\w-]{1,64}$/;

/** Files that arrive in parts: each is one file of its final size from the start, beside a journal of its parts. */
export class PartFiles {
  readonly #folder: string;
  readonly #refutedJournals = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
    makeFolderAtStart(folder);
  }

  /** Where the bytes lie. */
  pathOf(id: string): string {
    if (!idForm.test(id)) throw new Error('not the id of a part file');
    return join(this.#folder, `${id}.part`);
  }

  #journalOf(id: string): string {
    return this.pathOf(id).replace(/part$/, 'journal');
  }

  async create(id: string, size: number): Promise<void> {
    await withStorageFaults(async () => {
      await using handle = await open(this.pathOf(id), 'wx', 0o600);
      await handle.truncate(size);
      await handle.sync();
      await syncFolder(this.#folder);
    });
  }

  /** Opens a file that was created; null where it is not there. */
  async open(id: string): Promise<PartFile | null> {
    try {
      const handle = await open(this.pathOf(id), 'r+');
      const journal = () => Journal.open(this.#journalOf(id), this.#refutedJournals);
      return new PartFile(handle, await closeOnError(handle, journal));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw asStorageFault(error);
    }
  }

  /** Gives the bytes a second name, so that whoever takes that one away leaves the first. */
  async shareAs(id: string, file: string): Promise<void> {
    await withStorageFaults(() => shareFile(this.pathOf(id), file));
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
    await rm(this.#journalOf(id), { force: true });
    this.#refutedJournals.delete(this.#journalOf(id));
  }

  /** The ids of all files that there are. */
  async list(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return [...new Set(names.map((name) => name.replace(/\.(part|journal)$/, '')))];
  }
}
