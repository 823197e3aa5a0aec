import { Failure } from '../../failure.ts';

/** What the AWS SDK throws for an answer that is no success, and Node for a connection that failed. */
interface RequestFault {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'StorageFull', 'InsufficientStorage']);

const partsOf = (error: unknown) => {
  const { name = '', message = '', code = '', $metadata } = (error ?? {}) as RequestFault;
  return { name, message, code, status: $metadata?.httpStatusCode ?? 0 };
};

/** The store says that there is no such object, or no such multipart upload any more. */
export function isMissing(error: unknown): boolean {
  const { name, status } = partsOf(error);
  return status === 404 && name !== 'NoSuchBucket';
}

/** A range of an object that has no bytes. */
export const isBeyondEnd = (error: unknown): boolean => partsOf(error).status === 416;

/** What may pass by itself: no answer in time, no connection, an answer of 5xx, or the wish for fewer requests. */
export function isTransient(error: unknown): boolean {
  if (error instanceof Failure) return false;
  const { name, status } = partsOf(error);
  if (status === 0) return true;
  return status >= 500 || status === 429 || name === 'SlowDown' || name === 'RequestTimeout';
}

/** Any fault of a request, as callers get it: STORAGE_FULL or STORAGE_UNAVAILABLE. */
export function asFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const { name, message, code, status } = partsOf(error);
  const log = `the object store: ${[status || '', name, code, message].filter(Boolean).join(' ')}`;
  const full = status === 507 || fullCodes.has(name);
  return new Failure(full ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', { log, cause: error });
}

/** Why a bucket cannot be used at all, for whoever starts the server; null where it may pass by itself. */
export function startFaultOf(error: unknown, bucket: string): string | null {
  if (isTransient(error)) return null;
  const { name, message, status } = partsOf(error);
  if (status === 404)
    return `DUET_S3_BUCKET names a bucket that is not there: ${bucket}. Make it, or set another.`;
  if (status === 301 || status === 400)
    return `The object store refuses the request for the bucket ${bucket}. Check DUET_S3_REGION, DUET_S3_ENDPOINT and DUET_S3_PATH_STYLE. (${name} ${message})`;
  return `The object store refuses DUET_S3_ACCESS_KEY_ID and DUET_S3_SECRET_ACCESS_KEY for the bucket ${bucket}. (${status})`;
}
