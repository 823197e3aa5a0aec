import { type DestinationStream, destination, type Logger, pino } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

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

/** `to` is standard error unless another one is given. Who ends the process calls `flush` before. */
export function createLog(level: LogLevel, to: DestinationStream = standardError()): Log {
  return pino({ level, redact, base: { pid: process.pid } }, to);
}

/** The same without the search for secret fields, which costs more than the line: for lines whose every field is known. */
export const withoutRedaction = (log: Log): Log => log.child({}, { redact: [] });

/** pino sets each line's level as `lastLevel` on a stream that has this. */
const wantsLevel = Symbol.for('pino.metadata');
const warning = 40;

/** A line waits for others this long at most, in ms. */
const togetherMs = 20;

/**
 * Lines of a busy server go out a few at a time: writing each by itself would cost more than half of what the server can
 * answer. From a warning on they go out at once, with those before it: what a dying process says last is not lost.
 */
function standardError(): DestinationStream {
  const lines = destination({ dest: 2, sync: true, minLength: 4096 });
  let waiting: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(waiting);
    waiting = undefined;
    lines.flushSync();
  };
  const stream = {
    [wantsLevel]: true,
    lastLevel: 0,
    write(line: string) {
      lines.write(line);
      if (stream.lastLevel >= warning) flush();
      else waiting ??= setTimeout(flush, togetherMs);
    },
    flush,
  };
  return stream;
}

/** Parts of a query that say nothing of anybody (decisions.md §7). */
const harmless: ReadonlySet<string> = new Set(['page', 'limit', 'sort', 'order', 'action', 'filter']);
/** What none of them is longer than. */
const longest = 20;

/**
 * What a part of a path may be to be written down: words and numbers of the API and the app, ids, media and the app's own
 * files. Anything else may be a password or a token that somebody pasted.
 */
const harmlessPart = new RegExp(
  `^(?:${[
    '[a-z][a-z-]{0,23}',
    '[a-z0-9]{1,3}',
    '\\d{1,10}',
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    '[a-z2-7]{32}(?:_thumb(?:_\\d{1,5})?)?\\.[a-z0-9]{2,5}',
    '[a-z][a-z0-9-]{0,39}\\.(?:js|json|html|css|txt|svg|png|jpg|ico|webmanifest)',
    '[A-Za-z][\\w.]{0,39}-[\\w-]{8}\\.(?:js|css|woff2)',
  ].join('|')})?$`,
);
const hiddenPart = '***';

const loggablePath = (path: string): string =>
  path
    .split('/')
    .map((part) => (harmlessPart.test(part) ? part : hiddenPart))
    .join('/');

/**
 * The path without what may be a secret, and those parts of the query that may be written down; of others, such as
 * signatures and tokens, nothing is.
 */
export function loggableUrl(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return loggablePath(url);
  const path = loggablePath(url.slice(0, at));
  const kept = new URLSearchParams(
    [...new URLSearchParams(url.slice(at + 1))].filter(
      ([name, value]) => harmless.has(name) && value.length <= longest,
    ),
  );
  return kept.size > 0 ? `${path}?${kept}` : path;
}
