import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isNotModified } from './conditions.ts';
import { acceptedEncoding, compressFrom, type Encoding, encoders } from './content-encoding.ts';

const offered = ['br', 'zstd', 'gzip'] as const satisfies readonly Encoding[];

/** How an answer goes out: as 304 without its bytes, with them as they are, or compressed. */
export type Form = 'unchanged' | 'plain' | Encoding;

/** A JSON answer as it travels: its bytes, and what they are when compressed, once for each encoding. */
export class CachedAnswer {
  readonly bytes: Buffer;
  /** The path of its row, for the metrics. */
  readonly route: string;
  /** As the answer's ETag says it: of what can be edited (`entity-tag.ts`), else the validator as a weak one. */
  readonly tag: string;
  /** Of the bytes (RFC 9110, 8.8.3), weak because each encoding has other ones; null beside an entity tag. */
  readonly validator: string | null;
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>();

  constructor(json: string, entityTag: string | null, route: string) {
    this.route = route;
    this.bytes = Buffer.from(json);
    this.validator =
      entityTag === null
        ? `"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`
        : null;
    this.tag = entityTag ?? `W/${this.validator}`;
  }

  /** What it holds with its encodings, in bytes, about. */
  get size(): number {
    return this.bytes.length * 1.75;
  }

  /** How these headers of a request ask for it. */
  formFor(asked: IncomingHttpHeaders): Form {
    const { validator, tag, bytes } = this;
    const known = asked['if-none-match'];
    if (known !== undefined && validator !== null) {
      if (known === tag || isNotModified(asked, { etag: validator })) return 'unchanged';
    }
    if (bytes.length < compressFrom) return 'plain';
    return acceptedEncoding(asked['accept-encoding'], offered) ?? 'plain';
  }

  /** Its bytes in this form; compressed in a thread where it is the first time. */
  bytesIn(form: Form): Buffer | Promise<Buffer> | null {
    if (form === 'unchanged') return null;
    return form === 'plain' ? this.bytes : this.#encodedIn(form);
  }

  /** What its head says in this form beside the headers of all answers. */
  headersOf(form: Form, body: Buffer | null): Record<string, string> {
    return {
      etag: this.tag,
      ...(body && { 'content-length': String(body.length) }),
      ...(body && form !== 'plain' && { 'content-encoding': form }),
    };
  }

  #encodedIn(encoding: Encoding): Buffer | Promise<Buffer> {
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
export async function sendCached(
  asked: IncomingHttpHeaders,
  response: ServerResponse,
  answer: CachedAnswer,
  given: OutgoingHttpHeaders,
): Promise<void> {
  const form = answer.formFor(asked);
  const body = await answer.bytesIn(form);
  const headers = { ...given, ...answer.headersOf(form, body) };
  if (!body) delete headers['content-type'];
  response.writeHead(body ? 200 : 304, headers);
  response.end(body ?? undefined);
}
