import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isNotModified } from './conditions.ts';
import { acceptedEncoding, compressFrom, type Encoding, encoders } from './content-encoding.ts';

const offered = ['br', 'zstd', 'gzip'] as const satisfies readonly Encoding[];

/** A JSON answer as it travels: its bytes, and what they are when compressed, once for each encoding. */
export class KeptAnswer {
  readonly bytes: Buffer;
  /** The path of its row, for the metrics. */
  readonly route: string;
  /** Of what can be edited (`entity-tag.ts`); null where the answer has none. */
  readonly entityTag: string | null;
  /** Of the bytes (RFC 9110, 8.8.3), weak because each encoding has other ones; null beside an entity tag. */
  readonly validator: string | null;
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>();

  constructor(json: string, entityTag: string | null, route: string) {
    this.route = route;
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

/** Sends it as the request's headers ask for it, with these headers and no others. Resolves when all is handed over. */
export async function sendKept(
  asked: IncomingHttpHeaders,
  response: ServerResponse,
  answer: KeptAnswer,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const { validator, bytes } = answer;
  if (validator !== null && asked['if-none-match'] !== undefined) {
    if (isNotModified(asked, { etag: validator })) return end(response, answer, headers, null, null);
  }
  const encoding = bytes.length < compressFrom ? null : acceptedEncoding(asked['accept-encoding'], offered);
  end(response, answer, headers, encoding === null ? bytes : await answer.encoded(encoding), encoding);
}

/** Without a body it is 304. */
function end(
  response: ServerResponse,
  { entityTag, validator }: KeptAnswer,
  given: OutgoingHttpHeaders,
  body: Buffer | null,
  encoding: Encoding | null,
): void {
  const headers = { ...given, etag: entityTag ?? `W/${validator}` };
  if (body) headers['content-length'] = body.length;
  else delete headers['content-type'];
  if (encoding) headers['content-encoding'] = encoding;
  response.writeHead(body ? 200 : 304, headers);
  response.end(body ?? undefined);
}
