import type { ErrorCode } from '@duet/contract/errors';
import { Failure } from '../failure.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_BAD_URL: 'INVALID',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_UNDER_PRESSURE: 'OVERLOADED',
};

const statuses: Readonly<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  406: 'UNSUPPORTED_MEDIA_TYPE',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'OVERLOADED',
};

/** Whatever was thrown, as a failure of the catalogue; what is nobody's known fault is UNEXPECTED. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const {
    code = '',
    statusCode = 500,
    message,
  } = error as Partial<Error> & {
    code?: string;
    statusCode?: number;
  };
  const details = { cause: error, log: message ?? String(error) };
  const known = codes[code] ?? statuses[statusCode];
  if (known) return new Failure(known, details);
  return new Failure(statusCode >= 400 && statusCode < 500 ? 'INVALID' : 'UNEXPECTED', details);
}
