import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is cached, as far as this request may be answered by it. Set with `caller`. */
    cache: Context['cache'];
  }
}

/**
 * Whether whoever is signed in asks for an answer that nobody keeps (`Cache-Control: no-cache`, RFC 9111, 5.2.1.4), as the app
 * does for a moment after it has written something: another server may have taken that, and this one not have heard of it yet.
 */
const asksPastCache = ({ authorization, 'cache-control': directives }: IncomingMessage['headers']): boolean =>
  authorization !== undefined && directives !== undefined && /(^|[\s,])no-cache($|[\s,])/i.test(directives);

/** What is cached, as far as a request may be answered by it. What is in one process alone knows of all its writes. */
export const cacheFor = (
  { db, cache }: Pick<Context, 'db' | 'cache'>,
  headers: IncomingMessage['headers'],
): Context['cache'] => (db.dialect === 'postgres' && asksPastCache(headers) ? cache.fresh() : cache);
