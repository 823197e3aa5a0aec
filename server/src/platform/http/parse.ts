import type { Endpoint } from '@duet/contract/endpoint';
import { type ErrorCode, errorCatalogue } from '@duet/contract/errors';
import { isTextKey } from '@duet/contract/texts/texts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Failure } from '../failure.ts';
import { foreignPrivileged } from './privileged-fields.ts';
import { unsafeTextPath } from './unsafe-text.ts';

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What the row's shapes make of a request; throws INVALID with the fields at fault, or the shape's own code. */
export function parseInput(row: Endpoint, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>): Input {
  return {
    params: parseParams(row, request.params),
    query: row.query ? shaped(row.query, singleValues(request.query)) : {},
    body: parseBody(row, request.body),
  };
}

/** What cannot be an id names nothing that exists: the row's own 404. */
function parseParams(row: Endpoint, params: unknown): unknown {
  if (!row.params) return {};
  const parsed = row.params.safeParse(params);
  if (parsed.success && unsafeTextPath(params) === null) return parsed.data;
  throw new Failure(row.errors?.find((code) => errorCatalogue[code].status === 404) ?? 'NOT_FOUND');
}

function singleValues(query: unknown): unknown {
  refuseUnsafeText(query);
  const values = query as Readonly<Record<string, unknown>>;
  const twice = Object.keys(values).filter((name) => Array.isArray(values[name]));
  if (twice.length > 0) throw invalid(twice, 'fieldInvalid');
  return { ...values };
}

function parseBody(row: Endpoint, body: unknown): unknown {
  if (row.bodyKind === 'multipart' || row.bodyKind === 'octets') return {};
  if (!row.body && body === undefined) return {};
  const object = body ?? {};
  if (typeof object !== 'object' || Array.isArray(object) || body === null) {
    throw new Failure('INVALID', { log: 'the body is not a JSON object' });
  }
  refuseUnsafeText(object);
  const foreign = foreignPrivileged(object as Record<string, unknown>, row.body);
  if (foreign.length > 0) throw invalid(foreign, 'fieldNotAllowed');
  return row.body ? shaped(row.body, object) : {};
}

/** Throws INVALID, with the field at fault, for a text with a NUL, which PostgreSQL cannot store, and for what is nested too deep. */
export function refuseUnsafeText(value: unknown): void {
  const path = unsafeTextPath(value);
  if (path !== null) throw invalid(path ? [path] : [], 'fieldInvalid');
}

function shaped(shape: z.ZodObject, value: unknown): unknown {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw faultOf(parsed.error.issues, value);
}

/** An issue's message is the key of its sentence, or an error code, which then is the failure's. */
function faultOf(issues: readonly z.core.$ZodIssue[], value: unknown): Failure {
  const fields = Object.fromEntries(
    // Of several faults in one field the first counts.
    issues.toReversed().map((issue) => [issue.path.join('.'), sentenceKey(issue, value)]),
  );
  const ordered = Object.fromEntries(
    issues.map(({ path }) => [path.join('.'), fields[path.join('.')] ?? '']),
  );
  const first = issues[0]?.message ?? '';
  if (!isErrorCode(first)) return new Failure('INVALID', { fields: ordered });
  return new Failure(first, errorCatalogue[first].status === 400 ? { fields: ordered } : {});
}

function sentenceKey(issue: z.core.$ZodIssue, value: unknown): string {
  if (isTextKey(issue.message)) return issue.message;
  const missing = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)?.[key], value);
  return missing === undefined ? 'fieldRequired' : 'fieldInvalid';
}

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);

const invalid = (fields: readonly string[], key: string): Failure =>
  new Failure('INVALID', { fields: Object.fromEntries(fields.map((field) => [field, key])) });
