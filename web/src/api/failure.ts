import type { ErrorCode } from '@duet/contract/errors';

interface FailedAnswer {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly fields?: unknown;
}

interface CallFailureDetails {
  readonly status: number;
  readonly code?: ErrorCode | undefined;
  readonly serverText?: string | undefined;
  readonly answer?: unknown;
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * A call that did not succeed. `message` is a sentence for a person; `serverText` is there only when the server
 * said it itself, for places that have a text of their own otherwise. `status` is 0 where no answer came.
 */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly serverText: string | undefined;
  /** The whole answer as it came, for what stands beside `error`, such as `missingChunks`. */
  readonly answer: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: CallFailureDetails) {
    super(message);
    this.name = 'CallFailure';
    this.status = details.status;
    this.code = details.code;
    this.serverText = details.serverText;
    this.answer = details.answer;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** What the server said of single fields of a form, by field. */
  get fields(): Readonly<Record<string, string>> {
    const fields = (this.answer as FailedAnswer | undefined)?.fields;
    return fields && typeof fields === 'object' ? (fields as Record<string, string>) : {};
  }
}

/** Whether a call got no answer because there is no network, as far as the device knows. */
export const hadNoNetwork = (error: unknown): boolean =>
  error instanceof CallFailure && error.status === 0 && !navigator.onLine;

/** Whether the same call may succeed later: nobody answered, the server was busy or broken, or the session had ended. */
export const mayPass = (error: unknown): boolean =>
  error instanceof CallFailure && ([0, 401, 408, 429].includes(error.status) || error.status >= 500);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The text of a failed answer: `error`, else `message` (product.md §8). */
export function serverText(answer: unknown): string | undefined {
  const { error, message } = (answer ?? {}) as FailedAnswer;
  // Some proxies answer `{error: {message}}`.
  const nested = (error as FailedAnswer | undefined)?.message;
  return [error, nested, message].find(isText);
}

/** The sentence to show for whatever was thrown: the server's own, else `instead`. */
export function failureText(error: unknown, instead: string): string {
  return (
    (error instanceof CallFailure && (error.serverText ?? (error.status === 0 && error.message))) || instead
  );
}
