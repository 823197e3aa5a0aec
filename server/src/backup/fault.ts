import type { BackupFaultReason } from '@duet/contract/backup/shapes';
import { Locked } from '../platform/data-lock.ts';
import { Failure } from '../platform/failure.ts';

/** A backup cannot be made, or is not what it should be; the sentence says why, in one line where one is enough. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
  readonly reason: BackupFaultReason | 'busy';

  constructor(message: string, options: ErrorOptions & { readonly reason?: BackupFault['reason'] } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'other';
  }
}

const sqliteFull = 13;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const postgresFull = '53100';

/** What the machine said, as a fault with a sentence; `folder` is the one that is written to. */
export function asBackupFault(error: unknown, folder: string): BackupFault {
  if (error instanceof BackupFault) return error;
  if (error instanceof Locked) return new BackupFault(error.message, { cause: error, reason: 'busy' });
  const { code = '', errcode = 0, path, message, cause } = error as SystemError;
  // Several tries at one address are an error without words.
  const said = message || code;
  const fault = (sentence: string, reason: BackupFault['reason']) =>
    new BackupFault(`${sentence} (${said})`, { cause: error, reason });
  if (code === 'STORAGE_FULL' && (cause as SystemError | undefined)?.code === postgresFull)
    return fault('The disk of PostgreSQL is full. Make room there.', 'other');
  if (code === 'ENOSPC' || code === 'STORAGE_FULL' || code === 'EDQUOT' || (errcode & 0xff) === sqliteFull) {
    return fault(`The disk of ${folder} is full. Make room there, or choose another folder.`, 'diskFull');
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return fault(`${path ?? folder} may not be read or written by this account.`, 'noAccess');
  }
  if (code === 'EBUSY' || code === 'EXDEV') {
    return fault(`${folder} is where a disk is mounted. Name a new folder inside it.`, 'other');
  }
  if (gone.has(code)) return fault(`${path ?? folder} is not there.`, 'folderGone');
  if (path !== undefined) return fault(`${path} cannot be used.`, 'other');
  if (error instanceof Failure) {
    if (code === 'STORAGE_UNAVAILABLE')
      return fault('Files could not be read or written: their store does not answer as it should.', 'other');
    if (code === 'OVERLOADED')
      return fault('The database is too busy, or ended the connection. Try again later.', 'other');
  }
  return fault('It could not be finished, for no fault of a folder.', 'other');
}

/** Of Node, SQLite or a failure of the program. */
interface SystemError extends Error {
  readonly code?: string;
  readonly errcode?: number;
  readonly path?: string;
}

const gone: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EEXIST',
  'EIO',
  'ENODEV',
  'ENXIO',
  'ESTALE',
  'ENOTCONN',
]);
