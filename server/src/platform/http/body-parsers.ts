import { limits } from '@duet/contract/limits';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';
import { hasMoreValues } from './json-values.ts';

/** A scope whose routes take JSON: an empty body is no body, other types are 415, `__proto__` is 400. */
export function takeJson(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined);
    if (hasMoreValues(text as string, limits.body.maxValues)) {
      return done(new Failure('INVALID', { log: 'the body has too many values' }), undefined);
    }
    parseJson(request, text as string, (error, value) => {
      done(error ? new Failure('MALFORMED_JSON', { log: error.message, cause: error }) : null, value);
    });
  });
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    const ignored = bytes.length === 0 || request.routeOptions.config.bodyIgnored === true;
    done(ignored ? null : new Failure('UNSUPPORTED_MEDIA_TYPE'), undefined);
  });
}

/** A scope whose routes read `request.file()` or `request.parts()` themselves, with limits of their own. */
export async function takeMultipart(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 100, fieldSize: 16 * 1024, fields: 20, files: 1, parts: 21, headerPairs: 50 },
  });
}

/** A scope whose routes read the bytes of `request.raw` themselves, whatever type they are said to be. */
export function takeOctets(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}
