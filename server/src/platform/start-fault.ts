import { ConfigError } from './config/config.ts';

/** What Node and PostgreSQL say of a fault beside its sentence. */
interface Described {
  readonly code?: string;
  /** SQLite's: https://sqlite.org/rescode.html */
  readonly errcode?: number;
  readonly syscall?: string;
  readonly path?: string;
  readonly message: string;
}

/** Why a site cannot be opened: one line that names the setting or the place to look at, without a stack. */
export function startFault(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code = '', errcode = 0, syscall, path, message } = described(error);
  if (syscall === 'listen') return cannotListen(code, message);
  if (syscall === 'connect' || syscall === 'getaddrinfo') {
    return `DUET_DATABASE_URL cannot be reached. Is PostgreSQL running there? (${message})`;
  }
  if (refusals.has(code)) return `PostgreSQL refuses DUET_DATABASE_URL: ${message}`;
  const primary = errcode & 0xff;
  if (primary === sqlite.cannotOpen) {
    return `The database may not be opened by this account, or its folder not be written. (${message})`;
  }
  if (primary === sqlite.corrupt || primary === sqlite.notADatabase) {
    return `The database is damaged; restore a backup. (${message})`;
  }
  if (primary === sqlite.full) return `The disk is full. Make room and try again. (${message})`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk is full. Make room and try again. (${message})`;
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `DUET_DATA_DIR is a file where it should be a folder. (${message})`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${path ?? 'DUET_DATA_DIR'} may not be written by this account. Give it the right, or set DUET_DATA_DIR to another folder. (${message})`;
  }
  return message;
}

const sqlite = { corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;

/** PostgreSQL's codes for a wrong password, account or database. */
const refusals = new Set(['28000', '28P01', '3D000', '42501']);

function cannotListen(code: string, message: string): string {
  if (code === 'EADDRINUSE') {
    return `DUET_PORT is in use by another program. Example: DUET_PORT=3181 (${message})`;
  }
  if (code === 'EACCES') {
    return `DUET_PORT may not be opened by this account. Example: DUET_PORT=3180 (${message})`;
  }
  return `DUET_HOST cannot be listened on. Example: DUET_HOST=127.0.0.1 (${message})`;
}

/** A host with several addresses fails with several faults at once; the first tells enough. */
function described(error: unknown): Described {
  if (error instanceof AggregateError && error.errors.length > 0) return described(error.errors[0]);
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, syscall, path, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  const [message = ''] = (error.message || error.name).split('\n');
  return {
    message,
    ...(code && { code }),
    ...(errcode && { errcode }),
    ...(syscall && { syscall }),
    ...(path && { path }),
  };
}
