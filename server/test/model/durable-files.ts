import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The name of an entry of a folder, and which file or folder it stands for. */
interface Entry {
  readonly name: string;
  readonly inode: number;
}

/**
 * What of a server's files the disk has for sure: bytes of a file as they were when it was flushed, entries of a folder as they were when
 * that was. Inodes tell what is what, so that a file that was flushed under one name is known by its next.
 */
export class DurableFiles {
  readonly #folder: string;

  /** Where it keeps its copies. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Notes what is there before a flush, and answers what to call when that has ended. `open` leads to an open file or folder. */
  flushing(open: string, path: string, isFolder: boolean, inode: number): () => void {
    const into = this.#of(inode);
    const unfinished = `${into}.${performance.now()}`;
    if (isFolder) writeFileSync(unfinished, JSON.stringify(entriesOf(path)));
    else copyFileSync(open, unfinished);
    return () => renameSync(unfinished, into);
  }

  /** Everything below these folders of `root` is on the disk. */
  flushed(root: string, folders: readonly string[]): void {
    const note = (path: string, isFolder: boolean) =>
      this.flushing(path, path, isFolder, lstatSync(path).ino)();
    note(root, true);
    for (const folder of folders.map((name) => join(root, name)).filter(existsSync)) {
      note(folder, true);
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
        note(join(entry.parentPath, entry.name), entry.isDirectory());
    }
  }

  /** Cuts the power: these folders of `root` are then what was flushed, and nothing else. */
  cut(root: string, folders: readonly string[]): void {
    const there = new Set(this.#entries(lstatSync(root).ino).map(({ name }) => name));
    const after = `${this.#folder}.after`;
    mkdirSync(after);
    for (const name of folders) {
      const path = join(root, name);
      if (!existsSync(path)) continue;
      if (there.has(name)) this.#restore(path, join(after, name));
      rmSync(path, { recursive: true });
    }
    cpSync(after, root, { recursive: true });
    rmSync(after, { recursive: true });
    rmSync(this.#folder, { recursive: true });
    mkdirSync(this.#folder);
    this.flushed(root, folders);
  }

  #restore(folder: string, as: string): void {
    mkdirSync(as, { mode: 0o700 });
    for (const { name, inode } of this.#entries(lstatSync(folder).ino)) {
      const path = join(folder, name);
      const isFolder = existsSync(path) && lstatSync(path).ino === inode && lstatSync(path).isDirectory();
      if (isFolder) this.#restore(path, join(as, name));
      else if (existsSync(this.#of(inode))) copyFileSync(this.#of(inode), join(as, name));
      else writeFileSync(join(as, name), '');
    }
  }

  #entries(inode: number): Entry[] {
    const file = this.#of(inode);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  }

  #of(inode: number): string {
    return join(this.#folder, `${inode}`);
  }
}

/** A name that goes meanwhile is none. */
function entriesOf(folder: string): Entry[] {
  return readdirSync(folder).flatMap((name) => {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return found ? [{ name, inode: found.ino }] : [];
  });
}
