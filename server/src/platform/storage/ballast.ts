import { randomFillSync } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { MB } from '@duet/contract/limits';
import type { Log } from '../log.ts';
import { diskSpace, type Space } from './room.ts';

const ballastBytes = 64 * MB;
/** It is filled again only where as much stays free as pictures leave alone. */
const roomBeside = 64 * MB;
const fillEveryMs = 10 * 60_000;

/**
 * A file that lies in the data folder for nothing but to be given up: on a full disk signing in, deleting and cleaning
 * still write to the database, so that somebody can make room (security.md §7).
 */
export class Ballast {
  readonly #file: string;
  readonly #folder: string;
  readonly #log: Log;
  readonly #space: (folder: string) => Promise<Space>;

  constructor(folder: string, log: Log, space = diskSpace) {
    this.#folder = folder;
    this.#file = `${folder}/ballast`;
    this.#log = log;
    this.#space = space;
  }

  /** Gives its space back; false where there is none. At once, because a transaction waits for it. */
  release(): boolean {
    if (!existsSync(this.#file)) return false;
    rmSync(this.#file, { force: true });
    this.#log.error('the disk is full: the 64 MB that were kept for the database were given to it');
    return true;
  }

  /** Lays it down where it is missing and there is room for it. */
  async fill(): Promise<void> {
    const part = `${this.#file}.part`;
    // What a stopped process left has room that is missing.
    await rm(part, { force: true });
    const { free } = await this.#space(this.#folder);
    if (existsSync(this.#file) || free < ballastBytes + roomBeside) return;
    try {
      await writeBallast(part);
      await rename(part, this.#file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Fills it now and whenever there is room again, until it is disposed. */
  keep(): AsyncDisposable {
    let filling = Promise.resolve();
    const fill = () => {
      filling = filling
        .then(() => this.fill())
        .catch((err) => this.#log.warn({ err }, 'no space could be kept for the database'));
    };
    fill();
    const timer = setInterval(fill, fillEveryMs).unref();
    return {
      async [Symbol.asyncDispose]() {
        clearInterval(timer);
        await filling;
      },
    };
  }
}

async function writeBallast(file: string): Promise<void> {
  // Random, so that no file system keeps it in less space than it promises.
  const bytes = randomFillSync(Buffer.alloc(MB));
  await using handle = await open(file, 'wx', 0o600);
  for (let at = 0; at < ballastBytes; at += MB) await handle.write(bytes, 0, MB, at);
  await handle.sync();
}
