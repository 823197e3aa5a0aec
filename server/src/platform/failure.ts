import type { ErrorCode } from '@duet/contract/errors';

interface FailureDetails {
  /** For the log; never leaves the server. */
  readonly log?: string;
  /** Input fields at fault, each with the key of its sentence in the contract's texts. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Values for the sentence's placeholders. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly retryAfterSeconds?: number;
  /** How long the answer waits, where the connection is the caller's own (`platform/http/tarpit.ts`). */
  readonly answerAfterMs?: number;
  /** What stands beside `code` at the top level of the answer. */
  readonly top?: Readonly<Record<string, unknown>>;
  /** The entity tag of the state in the answer. */
  readonly entityTag?: string;
  readonly cause?: unknown;
}

/** The one error that rules throw: a code of the closed catalogue, turned into an answer by the HTTP layer. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: FailureDetails;

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(details.log ?? code, { cause: details.cause });
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }
}

/** Whether something failed because the site is closed to writing while it is moved (server/src/move), which is no fault. */
export const isReadOnly = (error: unknown): boolean => error instanceof Failure && error.code === 'READ_ONLY';
