import { Failure } from '../../failure.ts';
import { closedRetrySeconds, closedSite } from '../closed-site.ts';
import { CheckViolation, ForeignKeyViolation, UniqueViolation } from '../violations.ts';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const state = {
  unique: '23505',
  foreignKey: '23503',
  check: '23514',
  serialization: '40001',
  deadlock: '40P01',
  lockNotAvailable: '55P03',
  cancelled: '57014',
  diskFull: '53100',
  tooManyConnections: '53300',
  shutdown: '57P01',
  crashShutdown: '57P02',
  startingUp: '57P03',
} as const;

const busy: readonly string[] = [
  state.lockNotAvailable,
  state.cancelled,
  state.tooManyConnections,
  state.shutdown,
  state.crashShutdown,
  state.startingUp,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
];

interface PostgresError extends Error {
  readonly code?: string;
  readonly constraint?: string;
}

/** Whether a connection was silent for too long (`postgresPool`): what was asked may still be under way on it. */
export const isSilence = (error: unknown): boolean =>
  (error as PostgresError).message === 'Query read timeout';

/** A driver's error as the program's: a broken rule, a failure for a person, or itself. */
export function translateError(error: unknown): unknown {
  const { code = '', constraint = '', message } = error as PostgresError;
  if (message === closedSite)
    return new Failure('READ_ONLY', { retryAfterSeconds: closedRetrySeconds, cause: error });
  if (code === state.unique) return new UniqueViolation(constraint, error);
  if (code === state.foreignKey) return new ForeignKeyViolation(error);
  if (code === state.check) return new CheckViolation(constraint, error);
  if (code === state.diskFull) return new Failure('STORAGE_FULL', { log: message, cause: error });
  const noConnection = /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
    message ?? '',
  );
  if (busy.includes(code) || noConnection || isSilence(error))
    return new Failure('OVERLOADED', { log: message, cause: error });
  return error;
}

/** Whether the same transaction may succeed when it is run again. */
export function isConflict(error: unknown): boolean {
  const { code } = error as PostgresError;
  return code === state.serialization || code === state.deadlock;
}
