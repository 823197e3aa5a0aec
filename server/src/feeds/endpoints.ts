import { createHash } from 'node:crypto';
import type { Language } from '@duet/contract/texts/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../platform/context.ts';
import { withReads } from '../platform/db/recorded-reads.ts';
import { isNotModified } from '../platform/http/conditions.ts';
import type { MoreRoutes } from '../platform/http/server.ts';
import { atom, atomPath, atomType } from './atom.ts';
import { type Feed, feedOf } from './feed.ts';
import { jsonFeed, jsonFeedPath, jsonFeedType } from './json-feed.ts';

interface Document {
  readonly text: string;
  /** Of the text (RFC 9110, 8.8.3). */
  readonly etag: string;
}

/** `GET /feed.atom` and `GET /feed.json`: the newest posts for programs that follow sites (decisions §8). */
export const serveFeeds: MoreRoutes = (app, { authorize, context }) => {
  const serve = (path: string, type: string, write: (feed: Feed) => string) =>
    app.get(path, { onRequest: authorize('anyone') }, async (request, reply) => {
      const { language } = request.caller;
      const document = await context.admission.run('page', 1, () => made(context, path, language, write));
      return send(request, reply, type, document);
    });
  serve(atomPath, atomType, atom);
  serve(jsonFeedPath, jsonFeedType, jsonFeed);
};

async function made(
  context: Context,
  path: string,
  language: Language,
  write: (feed: Feed) => string,
): Promise<Document> {
  const document = await context.kept.get(`${path} ${language}`, async ({ reads, kept }) => {
    const feed = await feedOf({ ...context, kept, db: withReads(context.db, reads) }, language);
    const text = write(feed);
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    return { value: { text, etag } satisfies Document, bytes: text.length * 2 };
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
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': type,
    vary: 'Origin, accept-encoding, accept-language',
    // Weak, because the bytes differ by their encoding.
    etag: `W/${etag}`,
  });
  return isNotModified(request.headers, { etag }) ? reply.code(304).send() : reply.send(text);
}
