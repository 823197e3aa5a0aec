import type { ErrorCode } from '@duet/contract/errors';
import { type PlainKey, t } from '../i18n/language.ts';
import { connection } from './connection.ts';

interface FailedAnswer {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly fields?: unknown;
  readonly reason?: unknown;
}

interface CallFailureDetails {
  readonly status: number;
  readonly code?: ErrorCode | undefined;
  readonly serverText?: string | undefined;
  readonly answer?: unknown;
  readonly retryAfterSeconds?: number | undefined;
  readonly timedOut?: boolean;
  readonly entityTag?: string | null;
}

/**
 * A failure whose message is a sentence in the chosen language, made for a person. The message of any other error is the
 * machine's own ("Cannot read properties of undefined") and reaches nobody: only `failureText` reads messages.
 */
export class LocalizedError extends Error {}

/**
 * A call that did not succeed. `message` is a sentence for a person; `serverText` is there only when the server
 * said it itself, for places that have a text of their own otherwise. `status` is 0 where no answer came.
 */
export class CallFailure extends LocalizedError {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly serverText: string | undefined;
  /** The whole answer as it came, for what stands beside `error`, such as `missingChunks`. */
  readonly answer: unknown;
  readonly retryAfterSeconds: number | undefined;
  /** No answer came within the time that the call may take. */
  readonly timedOut: boolean;
  /** The version of the entity in the answer, such as the current one beside CHANGED_MEANWHILE. */
  readonly entityTag: string | null;

  constructor(message: string, details: CallFailureDetails) {
    super(message);
    this.name = 'CallFailure';
    this.status = details.status;
    this.code = details.code;
    this.serverText = details.serverText;
    this.answer = details.answer;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.timedOut = details.timedOut ?? false;
    this.entityTag = details.entityTag ?? null;
  }

  /** What the server said of single fields of a form, by field. */
  get fields(): Readonly<Record<string, string>> {
    const fields = (this.answer as FailedAnswer | undefined)?.fields;
    return fields && typeof fields === 'object' ? (fields as Record<string, string>) : {};
  }

  /** Why a session is over, beside SESSION_ENDED. */
  get reason(): unknown {
    return (this.answer as FailedAnswer | undefined)?.reason;
  }
}

/** Whether nobody knows what became of a call: no answer came, or one that says that the server is away. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallFailure && [0, 502, 503, 504].includes(error.status);

/** Whether a call got no answer because the site cannot be reached (connection.ts). */
export const isOfflineFailure = (error: unknown): boolean => isUnanswered(error) && !connection.isConnected();

/** Whether a guest has to sign in for this. Whose session has ended is told so with the reason, once, by the app's notice. */
export const needsSignIn = (error: unknown): boolean =>
  error instanceof CallFailure && error.status === 401 && error.code !== 'SESSION_ENDED';

/** Whether the same call may succeed later: nobody answered, the server was busy or broken, or the session had ended. */
export const isTransient = (error: unknown): boolean =>
  error instanceof CallFailure && ([0, 401, 408, 429].includes(error.status) || error.status >= 500);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The text of a failed answer: `error`, else `message` (product.md §8). */
export function serverText(answer: unknown): string | undefined {
  const { error, message } = (answer ?? {}) as FailedAnswer;
  // Some proxies answer `{error: {message}}`.
  const nested = (error as FailedAnswer | undefined)?.message;
  return [error, nested, message].find(isText);
}

/** The sentence to show for whatever was thrown: one made for people (the server's own, ours), else `instead`. */
export function failureText(error: unknown, instead: string): string {
  if (!(error instanceof LocalizedError)) return instead;
  if (!(error instanceof CallFailure)) return error.message || instead;
  return (error.serverText ?? (error.status === 0 && error.message)) || instead;
}

/** What the server said itself, for places that have a text of their own otherwise. */
export const serverTextOf = (error: unknown): string | undefined =>
  error instanceof CallFailure ? error.serverText : undefined;

export interface FailureTexts {
  /** Where the server refused without a sentence. */
  readonly failed: PlainKey;
  /** Where no answer came; the same where absent. */
  readonly errored?: PlainKey;
}

/** The server's own sentence, else ours (product.md §8). */
export function failureTextOf(error: unknown, { failed, errored = failed }: FailureTexts): string {
  const isAnswered = error instanceof CallFailure && error.status !== 0;
  return serverTextOf(error) ?? t(isAnswered ? failed : errored);
}
