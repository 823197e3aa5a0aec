import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Context, PlatformContext } from '../../src/platform/context.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { DiskStorage } from '../../src/platform/storage/disk.ts';
import type { PartFile } from '../../src/platform/storage/part-file.ts';
import { PartFiles } from '../../src/platform/storage/part-files.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { createServices } from '../../src/services.ts';
import type { Barrier } from './barrier.ts';
import { cheapImages, cheapVideo } from './border.ts';

/** Commits wait at the barrier, and so does what comes after them. */
function gatedDatabase(inner: Database, barrier: Barrier): Database {
  return {
    dialect: inner.dialect,
    read: inner.read,
    scan: inner.scan,
    commits: inner.commits,
    readRecorded: (record) => inner.readRecorded(record),
    lookForOtherPrograms: () => inner.lookForOtherPrograms(),
    syncOtherPrograms: () => inner.syncOtherPrograms(),
    async write(work, options) {
      let effects: (() => void | Promise<void>)[] = [];
      const answer = await barrier.pass(() =>
        inner.write((tx) => {
          // PostgreSQL may run the work again.
          effects = [];
          return work(Object.assign(tx, { afterCommit: (effect: () => void) => void effects.push(effect) }));
        }, options),
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
function gatedStorage(dataDir: string, barrier: Barrier, clock: Clock): Storage {
  const media = join(dataDir, 'media');
  const disk = new DiskStorage({ folder: media, scratchFolder: join(dataDir, 'tmp') });
  return {
    async scratch() {
      const scratch = await disk.scratch();
      const dispose = async () => (barrier.dead ? undefined : scratch[Symbol.asyncDispose]());
      return { path: scratch.path, requireRoom: async () => {}, [Symbol.asyncDispose]: dispose };
    },
    write: (key, source) => barrier.pass(() => disk.write(key, source)),
    adopt: (key, file) =>
      barrier.pass(async () => {
        const written = await disk.adopt(key, file);
        await utimes(join(media, key), clock.now() / 1000, clock.now() / 1000);
        return written;
      }),
    remove: (key) => barrier.pass(() => disk.remove(key)),
    async list(directory, page) {
      await barrier.step();
      return disk.list(directory, page);
    },
    open: (key, range) => disk.open(key, range),
    link: (key, file) => disk.link(key, file),
    stat: (key) => disk.stat(key),
    requireRoom: async () => {},
    removeUnfinished: () => disk.removeUnfinished(),
    [Symbol.asyncDispose]: () => disk[Symbol.asyncDispose](),
  };
}

/** Part files whose changes wait at the barrier. */
export class GatedParts extends PartFiles {
  readonly #barrier: Barrier;
  readonly #open = new Set<PartFile>();

  constructor(folder: string, barrier: Barrier) {
    super(folder);
    this.#barrier = barrier;
  }

  override create(id: string, size: number): Promise<void> {
    return this.#barrier.pass(() => super.create(id, size));
  }

  override async open(id: string): Promise<PartFile | null> {
    await this.#barrier.step();
    const file = await super.open(id);
    if (file) this.#open.add(file);
    return file;
  }

  override shareAs(id: string, file: string): Promise<void> {
    return this.#barrier.pass(() => super.shareAs(id, file));
  }

  override remove(id: string): Promise<void> {
    return this.#barrier.pass(() => super.remove(id));
  }

  /** What the system does when a process ends. */
  async closeAll(): Promise<void> {
    for (const file of this.#open) await file.close().catch(() => {});
  }
}

/** The context of one simulated process over a site's database and folder. */
export function gatedContext(
  base: Context,
  barrier: Barrier,
  faults: string[],
): Context & { readonly parts: GatedParts } {
  const { dataDir } = base.config;
  // What a dead process would have said is heard by nobody.
  const write = (line: string) => void (barrier.dead || faults.push(line));
  const platform: PlatformContext & { readonly parts: GatedParts } = {
    ...base,
    log: createLog('error', { write }),
    db: gatedDatabase(base.db, barrier),
    storage: gatedStorage(dataDir, barrier, base.clock),
    parts: new GatedParts(join(dataDir, 'uploads'), barrier),
    images: cheapImages(barrier),
    video: cheapVideo(barrier),
  };
  // A dead process disposes nothing.
  return { ...platform, ...createServices(platform, new AsyncDisposableStack()) };
}
