import { type DestinationStream, destination, type Logger, pino } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What the server says of itself: JSON lines on standard error. */
export type Log = Logger;

/** security.md §9: fields of these names never reach a log, at the top, in an object or in its headers. */
const secretFields = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'imageData',
  'thumbnailBlob',
  'email',
  'setupCode',
];

const redact = [
  ...secretFields.flatMap((field) => [field, `*.${field}`, `*.headers.${field}`]),
  // Of an error the `message` stays; of everything that a person sent it goes.
  'message',
  'body.message',
  // PostgreSQL repeats values there.
  'err.detail',
  'err.where',
];

/** Writes at once: what a dying process says last is not lost. */
export function createLog(
  level: LogLevel,
  to: DestinationStream = destination({ dest: 2, sync: true }),
): Log {
  return pino({ level, redact, base: { pid: process.pid } }, to);
}

/** The path with those parts of the query that may be written down: the signature of a media address is not. */
export function loggableUrl(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const kept = new URLSearchParams(url.slice(at + 1));
  for (const secret of ['s', 'e', 'setup', 'token', 'code']) kept.delete(secret);
  return kept.size > 0 ? `${url.slice(0, at)}?${kept}` : url.slice(0, at);
}
