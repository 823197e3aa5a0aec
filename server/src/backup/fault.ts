import type { BackupFaultReason } from '@duet/contract/backup/shapes';
import { Locked } from '../platform/data-lock.ts';

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

/** What the machine said, as a fault with a sentence; `folder` is the one that is written to. */
export function asBackupFault(error: unknown, folder: string): BackupFault {
  if (error instanceof BackupFault) return error;
  if (error instanceof Locked) return new BackupFault(error.message, { cause: error, reason: 'busy' });
  const { code = '', errcode = 0, path, message } = error as NodeJS.ErrnoException & { errcode?: number };
  const fault = (sentence: string, reason: BackupFault['reason']) =>
    new BackupFault(`${sentence} (${message})`, { cause: error, reason });
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
  return fault(`${folder} cannot be used.`, 'other');
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
