import { type BackupFailure, type BackupFaultReason, backupFaultReasons } from '@duet/contract/backup/shapes';
import { audit } from '../accounts/audit.ts';
import type { Config } from '../platform/config/config.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { isoTime } from '../platform/iso-time.ts';
import type { Manifest } from './manifest.ts';
import { type NoteLine, newestLine } from './store.ts';

interface LastBackup {
  /** In ms since 1970. */
  readonly at: number;
  /** One into a folder of its own has the media only where the site runs on PostgreSQL. */
  readonly hasDatabase: boolean;
}

/** How the backups of the site are, as the audit has it. */
interface BackupState {
  /** The newest one, made by whichever command or night; null for never. */
  readonly last: LastBackup | null;
  /** Null where the nightly backup succeeded last, a later one was made by hand, or none is made by itself. */
  readonly failure: BackupFailure | null;
}

/** Whole backups count alike, whoever made them; a restored site has the backup that it comes from. */
export async function backupState({ db, config }: Context): Promise<BackupState> {
  const [made, restored, failed] = await Promise.all([
    newestLine(db.read, 'backup'),
    newestLine(db.read, 'restore'),
    newestLine(db.read, 'backup.failed'),
  ]);
  const known = [
    made && { at: made.at, hasDatabase: hasDatabase(made) },
    restored && { at: Date.parse(`${restored.details.of}`), hasDatabase: hasDatabase(restored) },
  ].filter((backup) => backup !== undefined && !Number.isNaN(backup.at)) as LastBackup[];
  const endedBy = [made?.id ?? '', restored?.id ?? ''];
  const stands = failed !== undefined && isAutomatic(config) && endedBy.every((id) => id < failed.id);
  return {
    last: known.toSorted((one, other) => other.at - one.at)[0] ?? null,
    failure: stands ? { at: isoTime(failed.at), reason: reasonOf(failed.details.reason) } : null,
  };
}

/** Lines of former releases do not tell. */
const hasDatabase = ({ details }: NoteLine): boolean => details.database !== false;

const isAutomatic = ({ backupDir, backupTo }: Pick<Config, 'backupDir' | 'backupTo'>): boolean =>
  (backupDir ?? backupTo) !== null;

const reasonOf = (said: unknown): BackupFaultReason =>
  backupFaultReasons.find((reason) => reason === said) ?? 'other';

/** A manual backup is recorded as a nightly one is. */
export async function noteBackup(
  context: Context,
  { files, faults, secrets, database }: Pick<Manifest, 'files' | 'faults' | 'secrets' | 'database'>,
): Promise<void> {
  const details = {
    files: files.length,
    faults: faults.length,
    secrets: secrets !== null,
    database: database !== null,
  };
  await note(context, 'backup', details);
}

/** The nightly backup failed. A night that goes on failing for the same reason is one line. */
export async function noteFailure(context: Context, reason: BackupFaultReason): Promise<void> {
  if ((await backupState(context)).failure?.reason === reason) return;
  await note(context, 'backup.failed', { reason });
}

function note(
  context: Context,
  action: 'backup' | 'backup.failed',
  details: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  return context.db.write((tx: Writes) => {
    tx.afterCommit(() => context.realtime.publish({ type: 'activity' }));
    return audit(context, tx, { actorId: null, action, subjectId: null, details, address: '' });
  });
}
