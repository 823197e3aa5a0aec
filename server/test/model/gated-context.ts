import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Context } from '../../src/platform/context.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { DiskStorage } from '../../src/platform/storage/disk.ts';
import type { PartFile } from '../../src/platform/storage/part-file.ts';
import { PartFiles } from '../../src/platform/storage/part-files.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { cheapImages, cheapVideo } from './border.ts';
import type { Gate } from './gate.ts';

/** Commits wait at the gate, and so does what comes after them. */
function gatedDatabase(inner: Database, gate: Gate): Database {
  return {
    dialect: inner.dialect,
    read: inner.read,
    get changes() {
      return inner.changes;
    },
    async write(work) {
      let effects: (() => void | Promise<void>)[] = [];
      const answer = await gate.pass(() =>
        inner.write((tx) => {
          // PostgreSQL may run the work again.
          effects = [];
          return work(Object.assign(tx, { afterCommit: (effect: () => void) => void effects.push(effect) }));
        }),
      );
      for (const effect of effects) {
        try {
          await effect();
        } catch {
          // As the product has it: the answer stands, and what was left is found again.
        }
      }
      return answer;
    },
    ping: () => inner.ping(),
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}

/** A dead process cleans nothing up; files bear the time of the test's clock. */
function gatedStorage(dataDir: string, gate: Gate, clock: Clock): Storage {
  const media = join(dataDir, 'media');
  const disk = new DiskStorage({ folder: media, scratchFolder: join(dataDir, 'tmp') });
  return {
    async scratch() {
      const scratch = await disk.scratch();
      const dispose = async () => (gate.dead ? undefined : scratch[Symbol.asyncDispose]());
      return { path: scratch.path, [Symbol.asyncDispose]: dispose };
    },
    write: (key, source) => gate.pass(() => disk.write(key, source)),
    adopt: (key, file) =>
      gate.pass(async () => {
        const written = await disk.adopt(key, file);
        await utimes(join(media, key), clock.now() / 1000, clock.now() / 1000);
        return written;
      }),
    remove: (key) => gate.pass(() => disk.remove(key)),
    async list(directory, page) {
      await gate.step();
      return disk.list(directory, page);
    },
    open: (key, range) => disk.open(key, range),
    stat: (key) => disk.stat(key),
    requireRoom: async () => {},
    [Symbol.asyncDispose]: () => disk[Symbol.asyncDispose](),
  };
}

/** Part files whose changes wait at the gate. */
export class GatedParts extends PartFiles {
  readonly #gate: Gate;
  readonly #open = new Set<PartFile>();

  constructor(folder: string, gate: Gate) {
    super(folder);
    this.#gate = gate;
  }

  override create(id: string, size: number): Promise<void> {
    return this.#gate.pass(() => super.create(id, size));
  }

  override async open(id: string): Promise<PartFile | null> {
    await this.#gate.step();
    const file = await super.open(id);
    if (file) this.#open.add(file);
    return file;
  }

  override shareAs(id: string, file: string): Promise<void> {
    return this.#gate.pass(() => super.shareAs(id, file));
  }

  override remove(id: string): Promise<void> {
    return this.#gate.pass(() => super.remove(id));
  }

  /** What the system does when a process ends. */
  async closeAll(): Promise<void> {
    for (const file of this.#open) await file.close().catch(() => {});
  }
}

/** The context of one simulated process over a site's database and folder. */
export function gatedContext(
  base: Context,
  gate: Gate,
  faults: string[],
): Context & { readonly parts: GatedParts } {
  const { dataDir } = base.config;
  // What a dead process would have said is heard by nobody.
  const write = (line: string) => void (gate.dead || faults.push(line));
  return {
    ...base,
    log: createLog('error', { write }),
    db: gatedDatabase(base.db, gate),
    storage: gatedStorage(dataDir, gate, base.clock),
    parts: new GatedParts(join(dataDir, 'uploads'), gate),
    images: cheapImages(gate),
    video: cheapVideo(gate),
  };
}
