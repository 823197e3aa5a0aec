import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Failure as FailureBody } from '@duet/contract/endpoint';
import { errorCatalogue } from '@duet/contract/errors';
import { isTextKey, type Language, sentence } from '@duet/contract/texts/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../failure.ts';
import { apiHeaders, type Headers } from './headers.ts';
import { acceptedLanguage } from './language.ts';

const defaultRetrySeconds = 5;
const maxRetrySeconds = 86_400;

/** Whole seconds, 1 to 86,400: no limit lasts longer than a day, whatever a clock that was set says. */
const retrySeconds = (seconds: number): number => Math.min(maxRetrySeconds, Math.max(1, Math.ceil(seconds)));

/** The failure as it travels, in the caller's language. */
export function failureBody(failure: Failure, language: Language): FailureBody & Record<string, unknown> {
  const { fields, values, top } = failure.details;
  const translated = Object.entries(fields ?? {}).map(
    ([field, key]) => [field, sentence(language, isTextKey(key) ? key : 'fieldInvalid', values)] as const,
  );
  return {
    ...top,
    success: false,
    error: translated[0]?.[1] ?? sentence(language, failure.code, values),
    code: failure.code,
    ...(fields ? { fields: Object.fromEntries(translated) } : {}),
  };
}

/** How a failure is answered, besides its body. */
function headOf({ code, details }: Failure): { readonly status: number; readonly headers: Headers } {
  const { status } = errorCatalogue[code];
  const { retryAfterSeconds = defaultRetrySeconds, entityTag } = details;
  const headers: Record<string, string> = { ...apiHeaders };
  if (status === 429 || status === 503) headers['retry-after'] = String(retrySeconds(retryAfterSeconds));
  if (entityTag) headers.etag = entityTag;
  return { status, headers };
}

/** Answers a failure, whatever the route; what was not read of the request is read and dropped. */
export function sendFailure(failure: Failure, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers } = headOf(failure);
  const language = acceptedLanguage(request.headers['accept-language']);
  reply.code(status).headers(headers).send(failureBody(failure, language));
  if (!request.raw.complete) request.raw.resume();
}

/** The same without the HTTP framework, to a request that has no body; `common` are the headers that every answer has. */
export function sendRefusal(
  failure: Failure,
  request: IncomingMessage,
  response: ServerResponse,
  common: OutgoingHttpHeaders,
): void {
  const { status, headers } = headOf(failure);
  const language = acceptedLanguage(request.headers['accept-language']);
  const body = JSON.stringify(failureBody(failure, language));
  response.writeHead(status, { ...common, ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
