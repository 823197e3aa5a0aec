import type { Endpoint } from '@duet/contract/endpoint';
import { type ErrorCode, errorCatalogue } from '@duet/contract/errors';
import { codesOf } from '../../src/platform/http/openapi/operation.ts';

/** An answer as it came over the wire. */
export interface Seen {
  readonly status: number;
  readonly type: string;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** What any request may be answered, because it never became a call of the row that was meant. */
const ofNoRow: readonly ErrorCode[] = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'POST_ID_REQUIRED'];

/**
 * What is wrong with an answer; null where it is one of ours. Successes are held against their rows by the server itself
 * (`checkAnswers`): one that is not of the row's shape comes as 500. `row`: what was called, if it was meant to be a call of it;
 * then failures are those that the row declares.
 */
export function faultOf({ status, type, retryAfter, text: body }: Seen, row?: Endpoint): string | null {
  if (!type.startsWith('application/json')) return `is ${type || 'of no type'}`;
  const answer: { success?: unknown; data?: unknown; error?: unknown; code?: unknown } = JSON.parse(body);
  if (status >= 200 && status < 300) {
    return answer.success === true && answer.data !== undefined ? null : 'has no success or no data';
  }
  if (status === 503 && retryAfter === null) return 'is 503 and does not say when to come again';
  if (status < 400 || (status >= 500 && status !== 503)) return 'is neither a success nor a refusal';
  if (answer.success !== false) return 'does not say success: false';
  if (typeof answer.error !== 'string' || !/\S/.test(answer.error)) return 'has no sentence';
  if (!isCode(answer.code)) return `has the unknown code ${answer.code}`;
  // 431 is Node's own: such a head never became a request.
  if (errorCatalogue[answer.code].status !== status && status !== 431) return `is no ${answer.code}`;
  if (row && !ofNoRow.includes(answer.code) && !codesOf(row).includes(answer.code)) {
    return `has ${answer.code}, which its row does not declare`;
  }
  return /\n\s+at |node_modules|\.ts:\d/.test(body) ? 'shows where it was thrown' : null;
}

const isCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCatalogue, code);
