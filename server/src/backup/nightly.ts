import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFaultReason } from '@duet/contract/backup/shapes';
import { hourMs } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import { asBackupFault, BackupFault } from './fault.ts';
import { noteFailure } from './state.ts';
import { takeBackup } from './take.ts';
import { excessOf, listBackups, timestampedName } from './timestamped-names.ts';
import { removeBackup } from './unfinished.ts';

const keep = 14;
const atHour = 2;
/** A backup that failed is not begun again at once: a full disk would be filled and emptied all night. */
const retryAfterMs = hourMs;

/** The last 02:00 of the machine's own time, in ms. */
export function lastDue(now: number): number {
  const due = new Date(now);
  due.setHours(atHour, 0, 0, 0);
  if (due.getTime() > now) due.setDate(due.getDate() - 1);
  return due.getTime();
}

/**
 * Makes tonight's backup where there is none yet, and removes those beyond 14; answers whether it made one. Throws a
 * `BackupFault`.
 */
export async function backUpWhenDue(
  context: Context,
  folder: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const now = context.clock.now();
  // A clock that once was ahead left names behind that are no reason to wait until then.
  const there = (await namesIn(folder)).filter((name) => name <= timestampedName(now));
  const newest = there.at(-1);
  if (newest !== undefined && newest >= timestampedName(lastDue(now))) return false;
  await requireFolder(context, folder, 'DUET_BACKUP_DIR');
  const former = newest === undefined ? null : join(folder, newest);
  const name = timestampedName(now);
  const manifest = await takeBackup(context, {
    folder: join(folder, name),
    withSecrets: context.config.backupSecrets,
    former,
    signal,
  });
  for (const fault of manifest.faults) context.log.error({ fault }, 'a backup found a fault of the site');
  await noteFolder(context, folder);
  await removeOld(context, folder, name);
  return true;
}

/** Holds the path that the last nightly backup went to. */
const lastFolder = ({ config }: Context): string => join(config.dataDir, 'backup.folder');

/** Remembers that a backup was made there. */
export const noteFolder = (context: Context, folder: string): Promise<void> =>
  writeFile(lastFolder(context), folder, { mode: 0o600 });

async function namesIn(folder: string): Promise<string[]> {
  return listBackups(folder).catch((error) => {
    throw asBackupFault(error, folder);
  });
}

/** Once a backup was made there, a folder that is not there any more is a disk that is away, not one to be made. */
export async function requireFolder(
  context: Context,
  folder: string,
  setting: 'DUET_BACKUP_DIR' | 'DUET_BACKUP_TO',
): Promise<void> {
  // Without a note of an earlier backup, or with one that cannot be read, the folder is a new one.
  if (await stat(folder).catch(() => null)) return;
  const used = await readFile(lastFolder(context), 'utf8').catch(() => null);
  if (used === folder) {
    const sentence = `${folder} (${setting}) is not there. Is its disk mounted? If it is to be a new folder, make it.`;
    throw new BackupFault(sentence, { reason: 'folderGone' });
  }
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => {
    throw asBackupFault(error, folder);
  });
}

/** What cannot be removed is tried again the next night; the backup that was just made is none the worse. */
async function removeOld(context: Context, folder: string, made: string): Promise<void> {
  for (const name of excessOf(await namesIn(folder), made, keep)) {
    await removeBackup(context.config.dataDir, join(folder, name)).catch((err) =>
      context.log.error({ err, name }, 'an old backup could not be removed'),
    );
  }
}

/** The nightly backups of one server: each run makes one where it is due, and records for the admins where that fails. */
export class Nightly {
  readonly #context: Context;
  readonly #folder: string;
  readonly #backUp: typeof backUpWhenDue;
  #failedAt: number | null = null;
  #unrecorded: BackupFaultReason | null = null;

  /** `folder` is where `backUp` puts them, as a person names it. */
  constructor(context: Context, folder: string, backUp = backUpWhenDue) {
    this.#context = context;
    this.#folder = folder;
    this.#backUp = backUp;
  }

  /** Answers whether it made one. Throws a `BackupFault`, once it was recorded for the admins. */
  async run(signal?: AbortSignal): Promise<boolean> {
    let failure: BackupFault | null = null;
    let made = false;
    if (this.#mayTry()) {
      try {
        made = await this.#backUp(this.#context, this.#folder, signal);
        this.#failedAt = null;
        this.#unrecorded = null;
      } catch (error) {
        const fault = asBackupFault(error, this.#folder);
        // Made by hand in this moment, or asked to stop: the next run sees it.
        if (fault.reason === 'busy' || signal?.aborted) return false;
        failure = fault;
        this.#failedAt = this.#context.clock.now();
        this.#unrecorded = fault.reason;
      }
    }
    await this.#record();
    if (failure) throw failure;
    return made;
  }

  /** Also where the clock was put back since: how long ago it failed is not known then. */
  #mayTry(): boolean {
    const now = this.#context.clock.now();
    return this.#failedAt === null || now < this.#failedAt || now >= this.#failedAt + retryAfterMs;
  }

  async #record(): Promise<void> {
    if (this.#unrecorded === null) return;
    try {
      await noteFailure(this.#context, this.#unrecorded);
      this.#unrecorded = null;
    } catch (err) {
      this.#context.log.error({ err }, 'a backup that failed could not be recorded');
    }
  }
}
