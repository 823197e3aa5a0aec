import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { type HeldLock, LostLock, RunsElsewhere, withSiteLock } from '../../platform/db/advisory-lock.ts';
import { writeFlushed } from '../../platform/storage/durable-file.ts';
import { version } from '../../platform/version.ts';
import type { ExpectedFile } from '../expected-files.ts';
import { asBackupFault, BackupFault } from '../fault.ts';
import { noteBackup } from '../state.ts';
import { byAge, timestampedName } from '../timestamped-names.ts';
import { UnfinishedBackup } from '../unfinished.ts';
import { isInBucket, openStorage } from './open-storage.ts';
import { copyPortable } from './portable-database.ts';
import { Repository, siteTag } from './repository.ts';
import type { Snapshot, Sum } from './snapshot.ts';

/** Pages of a database that did not change stay where they are in the file, so pieces of it repeat from night to night. */
const pieceBytes = 1024 * 1024;
/** How often at most the database is copied anew because files went away while they were collected. */
const maxRounds = 20;

interface SaveOptions {
  /** The folder of the repository, made where it is not there, or its bucket (`s3://BUCKET/PREFIX`). */
  readonly folder: string;
  /** Encrypts what is stored, and takes the keys of the site along; null for neither. */
  readonly passphrase: string | null;
  /** How many backups stay; null for all. */
  readonly keep: number | null;
  readonly signal?: AbortSignal | undefined;
}

interface Saved {
  readonly moment: string;
  readonly snapshot: Snapshot;
  /** Objects and bytes of content that were not in the repository before. */
  readonly added: { readonly objects: number; readonly bytes: number };
}

/**
 * Makes a backup of the site into a repository, beside a running server, of whichever database and store: the database first, then
 * every file that it says is there and the repository has not, until both fit. Throws a `BackupFault`.
 */
export async function saveBackup(context: Context, options: SaveOptions): Promise<Saved> {
  try {
    return await withSiteLock(context.config.databaseUrl, 'backup', (held) => save(context, options, held));
  } catch (error) {
    if (error instanceof RunsElsewhere) {
      const sentence =
        'Another backup of this site is being made, by another server or command. Wait for its end.';
      throw new BackupFault(sentence, { cause: error, reason: 'busy' });
    }
    if (error instanceof LostLock) {
      const sentence =
        'The connection to the database was lost that kept other servers from a backup at the same time. Nothing was removed; make it again.';
      throw new BackupFault(sentence, { cause: error });
    }
    throw asBackupFault(error, options.folder);
  }
}

async function save(context: Context, options: SaveOptions, held: HeldLock): Promise<Saved> {
  const { folder, passphrase, keep } = options;
  const { dataDir } = context.config;
  const inBucket = isInBucket(folder);
  if (!inBucket) await mkdir(folder, { recursive: true, mode: 0o700 });
  // What is copied before it is stored lies with the repository, or with the site.
  await using work = await UnfinishedBackup.begin(dataDir, join(inBucket ? dataDir : folder, 'work'));
  await mkdir(work.path, { mode: 0o700 });
  using opened = await openStorage(folder, context.config);
  const { storage } = opened;
  await storage.removeUnfinished();
  const repository = await Repository.open(storage, passphrase, siteTag(context.secrets.pepper));
  const signal = options.signal ? AbortSignal.any([options.signal, held.signal]) : held.signal;
  const saving = new Saving(context, repository, work.path, signal);
  const snapshot = await saving.run();
  // Without the lock another backup may have removed what this one is made of, and may be adding what is to be kept.
  await held.requireHeld();
  const moment = timestampedName(Date.parse(snapshot.createdAt));
  await repository.writeSnapshot(moment, snapshot);
  await noteBackup(context, snapshot).catch((err) =>
    context.log.error({ err }, 'a backup could not be recorded'),
  );
  if (keep !== null) {
    await held.requireHeld();
    await repository.prune(keep, moment);
  }
  return { moment, snapshot, added: saving.added };
}

/** One backup on its way into a repository. */
class Saving {
  readonly #context: Context;
  readonly #repository: Repository;
  readonly #scratch: string;
  readonly #signal: AbortSignal;
  /** What is known of stored files: their keys never get other bytes. */
  readonly #sums = new Map<string, Sum>();
  readonly added = { objects: 0, bytes: 0 };

  constructor(context: Context, repository: Repository, scratch: string, signal: AbortSignal) {
    this.#context = context;
    this.#repository = repository;
    this.#scratch = scratch;
    this.#signal = signal;
  }

  async run(): Promise<Snapshot> {
    await this.#learnFormer();
    let before = new Set<string>();
    for (let round = 1; ; round += 1) {
      const createdAt = new Date(this.#context.clock.now()).toISOString();
      const copy = join(this.#scratch, 'duet.db');
      const facts = await copyPortable(this.#context, this.#scratch, copy);
      const missing = new Set<string>();
      for (const file of facts.files) {
        this.#signal.throwIfAborted();
        if (!(await this.#save(file))) missing.add(file.path);
      }
      // Twice in a row, with a fresh copy of the database in between: it is the site that has lost it.
      if (![...missing].every((path) => before.has(path))) {
        if (round === maxRounds)
          throw new BackupFault('Files are deleted faster than they can be backed up.');
        before = missing;
        continue;
      }
      return {
        format: 'duet-snapshot-1',
        createdAt,
        program: version,
        schema: [...facts.schema],
        database: await this.#saveDatabase(copy),
        secrets: this.#repository.isEncrypted ? await this.#saveSecrets() : null,
        files: facts.files.flatMap(({ path }) => {
          const sum = missing.has(path) ? undefined : this.#sums.get(path);
          return sum ? [{ path, ...sum }] : [];
        }),
        faults: facts.files.flatMap((file) => this.#faultOf(file, missing) ?? []),
      };
    }
  }

  /** What the newest backup says need not be read again. One that is damaged is no help, and no hindrance. */
  async #learnFormer(): Promise<void> {
    const now = timestampedName(this.#context.clock.now());
    const newest = byAge(await this.#repository.moments(), now).at(-1);
    const former = newest && (await this.#repository.readSnapshot(newest).catch(() => null));
    for (const { path, size, sha256 } of former ? former.files : []) this.#sums.set(path, { size, sha256 });
  }

  /** Whether the file is there, in the repository or now in it. */
  async #save({ path, sum: expected }: ExpectedFile): Promise<boolean> {
    const known = this.#sums.get(path);
    // One that was damaged when it was backed up may have been mended since.
    const isSound = known && (expected === null || expected.sha256 === known.sha256);
    if (isSound && (await this.#repository.has(known.sha256))) return true;
    const stream = await this.#context.storage.open(path);
    if (!stream) return false;
    const file = join(this.#scratch, 'file');
    await rm(file, { force: true });
    // Its name follows from its bytes, which have to be read for that; and what changed while it was read is not stored.
    const sum = await writeFlushed(file, stream);
    await this.#add(sum, () => createReadStream(file));
    await rm(file);
    this.#sums.set(path, sum);
    return true;
  }

  async #add(sum: Sum, content: () => AsyncIterable<Uint8Array>): Promise<void> {
    if (!(await this.#repository.add(sum.sha256, content))) return;
    this.added.objects += 1;
    this.added.bytes += sum.size;
  }

  async #saveDatabase(copy: string): Promise<Snapshot['database']> {
    const whole = createHash('sha256');
    const pieces: Sum[] = [];
    await using handle = await open(copy);
    const buffer = Buffer.alloc(pieceBytes);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, pieceBytes);
      if (bytesRead === 0) break;
      const piece = Buffer.from(buffer.subarray(0, bytesRead));
      whole.update(piece);
      pieces.push(await this.#saveBytes(piece));
    }
    const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
    return { size, sha256: whole.digest('hex'), pieces };
  }

  #saveSecrets(): Promise<Sum> {
    return this.#saveBytes(Buffer.from(`${JSON.stringify(this.#context.secrets, null, 2)}\n`));
  }

  async #saveBytes(bytes: Buffer): Promise<Sum> {
    const sum = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    await this.#add(sum, async function* () {
      yield bytes;
    });
    return sum;
  }

  #faultOf({ path, sum }: ExpectedFile, missing: ReadonlySet<string>): string | null {
    if (missing.has(path)) return `${path} is missing in the site`;
    const found = this.#sums.get(path);
    return sum && found && sum.sha256 !== found.sha256 ? `${path} is damaged in the site` : null;
  }
}
