import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from './conditions.ts';
import { acceptedEncoding, compressFrom, type Encoding, encoders } from './content-encoding.ts';

const offered = ['br', 'zstd', 'gzip'] as const satisfies readonly Encoding[];

/** A JSON answer as it travels: its bytes, and what they are when compressed, once for each encoding. */
export class KeptAnswer {
  readonly bytes: Buffer;
  /** Of what can be edited (`entity-tag.ts`); null where the answer has none. */
  readonly entityTag: string | null;
  /** Of the bytes (RFC 9110, 8.8.3), weak because each encoding has other ones; null beside an entity tag. */
  readonly validator: string | null;
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>();

  constructor(json: string, entityTag: string | null) {
    this.bytes = Buffer.from(json);
    this.entityTag = entityTag;
    this.validator =
      entityTag === null
        ? `"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`
        : null;
  }

  /** What it holds with its encodings, in bytes, about. */
  get size(): number {
    return this.bytes.length * 1.75;
  }

  /** Compressed in a thread where it is the first time. */
  encoded(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const fresh = encoders[encoding](this.bytes).then(
      (bytes) => {
        this.#encoded.set(encoding, bytes);
        return bytes;
      },
      (error) => {
        this.#encoded.delete(encoding);
        throw error;
      },
    );
    this.#encoded.set(encoding, fresh);
    return fresh;
  }
}

/**
 * Sends the bytes past what Fastify does for answers that have to be written first, with these headers and no others.
 */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
  headers: OutgoingHttpHeaders,
): FastifyReply | Promise<FastifyReply> {
  const asked = request.headers;
  if (answer.validator !== null && asked['if-none-match'] !== undefined) {
    if (isNotModified(asked, { etag: answer.validator })) return finish(reply, answer, headers, null, null);
  }
  const encoding =
    answer.bytes.length < compressFrom ? null : acceptedEncoding(asked['accept-encoding'], offered);
  if (encoding === null) return finish(reply, answer, headers, answer.bytes, null);
  const encoded = answer.encoded(encoding);
  if (Buffer.isBuffer(encoded)) return finish(reply, answer, headers, encoded, encoding);
  return encoded.then((bytes) => finish(reply, answer, headers, bytes, encoding));
}

/** Without a body it is 304. */
function finish(
  reply: FastifyReply,
  { entityTag, validator }: KeptAnswer,
  given: OutgoingHttpHeaders,
  body: Buffer | null,
  encoding: Encoding | null,
): FastifyReply {
  const headers = { ...given, etag: entityTag ?? `W/${validator}` };
  if (body) headers['content-length'] = body.length;
  else delete headers['content-type'];
  if (encoding) headers['content-encoding'] = encoding;
  reply.hijack();
  reply.raw.writeHead(body ? 200 : 304, headers);
  reply.raw.end(body ?? undefined);
  return reply;
}
