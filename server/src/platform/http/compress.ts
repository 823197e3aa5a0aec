import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Shorter answers would hardly shrink, in bytes. */
const threshold = 1024;
/** About a third of a millisecond for a page of the feed; the highest would take fifty times as long. */
const brotliQuality = 4;

/**
 * Compresses JSON answers and pages for who accepts it: a page of the feed takes a sixth of its size. Files of the app
 * come compressed already, pictures and videos would not shrink, an event stream must not be held back.
 *
 * Secrets do not leak by the length of an answer (BREACH), because no other site can make a browser call with
 * somebody's token: it is in a header that only this app sets.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/json|text\/html)(;|$)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
    zlibOptions: { level: 6 },
  });
}
