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

/** Parts of a query that say nothing of anybody (decisions.md §7). */
const harmless: ReadonlySet<string> = new Set(['page', 'limit', 'sort', 'order', 'action', 'filter']);
/** What none of them is longer than. */
const longest = 20;

/** The path with those parts of the query that may be written down; of others, such as signatures and tokens, nothing is. */
export function loggableUrl(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const kept = new URLSearchParams(
    [...new URLSearchParams(url.slice(at + 1))].filter(
      ([name, value]) => harmless.has(name) && value.length <= longest,
    ),
  );
  return kept.size > 0 ? `${url.slice(0, at)}?${kept}` : url.slice(0, at);
}
