import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { brotliQuality, compressFrom, gzipLevel } from './content-encoding.ts';

/**
 * Compresses JSON answers, pages and feeds for who accepts it: a page of the feed takes a sixth of its size. Files of the app
 * come compressed already, pictures and videos would not shrink, an event stream must not be held back.
 *
 * Secrets do not leak by the length of an answer (BREACH), because no other site can make a browser call with
 * somebody's token: it is in a header that only this app sets.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: compressFrom,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/(json|feed\+json|atom\+xml)|text\/html)(;|$)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
    zlibOptions: { level: gzipLevel },
  });
}
