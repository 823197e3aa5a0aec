import { createHash } from 'node:crypto';
import { hourMs } from '@duet/contract/limits';
import type { Language } from '@duet/contract/texts/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../platform/context.ts';
import { withReads } from '../platform/db/recorded-reads.ts';
import { Failure } from '../platform/failure.ts';
import { isNotModified } from '../platform/http/conditions.ts';
import { granteeOf } from '../platform/http/grantee.ts';
import type { MoreRoutes } from '../platform/http/server.ts';
import { currentSite, isOpen } from '../platform/site/settings.ts';
import { atom, atomPath, atomType } from './atom.ts';
import { type Feed, feedOf } from './feed.ts';
import { jsonFeed, jsonFeedPath, jsonFeedType } from './json-feed.ts';
import { personOfKey } from './keys.ts';

/** As long as that a cached feed of one reader is good at most. */
const signedMs = hourMs;

interface Document {
  readonly text: string;
  /** Of the text (RFC 9110, 8.8.3). */
  readonly etag: string;
}

/** `GET /feed.atom` and `GET /feed.json`: the newest posts for programs that follow sites (decisions §8). */
export const serveFeeds: MoreRoutes = (app, { authorize, context }) => {
  const serve = (path: string, type: string, write: (feed: Feed) => string) =>
    app.get(path, { onRequest: authorize('anyone', { openToGuests: true }) }, async (request, reply) => {
      const { language } = request.caller;
      const document = await context.admission.run('page', 1, async () =>
        made(context, { path, language, grantee: await requireReader(context, request), write }),
      );
      return send(request, reply, type, document);
    });
  serve(atomPath, atomType, atom);
  serve(jsonFeedPath, jsonFeedType, jsonFeed);
};

/**
 * For whom the addresses of a feed are signed: null for everybody. Where not everybody reads it is for whoever is signed in, or
 * has a person's key, because programs that follow sites cannot sign in; SIGN_IN_REQUIRED for all others.
 */
async function requireReader(context: Context, request: FastifyRequest): Promise<string | null> {
  if (isOpen(await currentSite(context))) return null;
  const { viewer } = request.caller;
  if (viewer) return granteeOf(viewer);
  const { key } = request.query as { readonly key?: unknown };
  const reader = typeof key === 'string' ? await personOfKey(context, key) : null;
  if (reader === null) throw new Failure('SIGN_IN_REQUIRED');
  return reader;
}

interface Wanted {
  readonly path: string;
  readonly language: Language;
  readonly grantee: string | null;
  readonly write: (feed: Feed) => string;
}

async function made(context: Context, { path, language, grantee, write }: Wanted): Promise<Document> {
  const document = await context.cache.get(`${path} ${language} ${grantee}`, async ({ reads, cache }) => {
    const inside = { ...context, cache, db: withReads(context.db, reads) };
    const feed = await feedOf(inside, language, grantee);
    const text = write(feed);
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    const value = { text, etag } satisfies Document;
    const bytes = text.length * 2;
    // Addresses of pictures are signed for a reader, for a while.
    return grantee === null ? { value, bytes } : { value, bytes, maxAgeMs: signedMs };
  });
  if (!document) throw new Error('a feed is always something');
  return document;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { text, etag }: Document,
): FastifyReply {
  reply.headers({
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': type,
    vary: 'Origin, accept-encoding, accept-language',
    // Weak, because the bytes differ by their encoding.
    etag: `W/${etag}`,
  });
  return isNotModified(request.headers, { etag }) ? reply.code(304).send() : reply.send(text);
}
