import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Endpoint, type Failure, fillPath, type Request } from '@duet/contract/endpoint';

/** A body that is not JSON: a form with files, or bytes. */
interface Raw {
  readonly form?: FormData;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Outcome<E extends Endpoint> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Answer<E> | Failure;
}

/** The site's API as one person (or a guest) calls it, typed by the rows of the contract. */
export class Api {
  readonly url: string;
  readonly token: string | null;
  readonly language: string;

  constructor(url: string, token: string | null = null, language = 'en') {
    this.url = url;
    this.token = token;
    this.language = language;
  }

  /** The answer of a call that must succeed. A busy server is asked again when it said to. */
  async call<E extends Endpoint>(row: E, request: Request<E> = {}, raw: Raw = {}): Promise<Answer<E>> {
    const { status, headers, body } = await this.attempt(row, request, raw);
    if (status === 503) {
      await delay(Number(headers.get('retry-after') ?? 1) * 1000);
      return this.call(row, request, raw);
    }
    if (!body.success) throw new Error(`${row.method} ${row.path}: ${status} ${body.code} ${body.error}`);
    return body;
  }

  /** Whatever comes back. */
  async attempt<E extends Endpoint>(row: E, request: Request<E> = {}, raw: Raw = {}): Promise<Outcome<E>> {
    const response = await fetch(this.addressOf(row, request), {
      // Sooner than a test is given up, so that it says which call was not answered.
      signal: AbortSignal.timeout(40_000),
      method: row.method,
      headers: {
        'accept-language': this.language,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(raw.bytes ? { 'content-type': 'application/octet-stream' } : {}),
        ...(row.body && !raw.form && !raw.bytes ? { 'content-type': 'application/json' } : {}),
        ...raw.headers,
      },
      ...bodyOf(row, request, raw),
    }).catch((cause: unknown) => {
      throw new Error(`${row.method} ${row.path} was not answered.`, { cause });
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  private addressOf<E extends Endpoint>(row: E, request: Request<E>): URL {
    const address = new URL(fillPath(row.path, request.params as Record<string, string>), this.url);
    for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>)) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    return address;
  }
}

function bodyOf<E extends Endpoint>(row: E, request: Request<E>, raw: Raw): { body?: BodyInit } {
  if (raw.form) return { body: raw.form };
  if (raw.bytes) return { body: raw.bytes };
  return row.body ? { body: JSON.stringify(request.body ?? {}) } : {};
}
