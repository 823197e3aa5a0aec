import { type Answer, type Endpoint, fillPath, type Request, withSearch } from '@duet/contract/endpoint';
import { type EndpointName, type Endpoints, endpoints } from '@duet/contract/endpoints';
import type { ErrorCode } from '@duet/contract/errors';

/** What came back. On a failure `body` has `error` and `code`, on a success `data` and what stands beside it. */
export interface Result<E extends Endpoint> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Omit<Answer<E>, 'success'> & {
    readonly success: boolean;
    readonly error: string;
    readonly code: ErrorCode;
    readonly fields?: Readonly<Record<string, string>>;
  };
}

/** Calls the site over HTTP, as the app does, typed by the contract. */
export class Client {
  readonly url: string;
  readonly token: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(url: string, token: string | null = null, headers: Readonly<Record<string, string>> = {}) {
    this.url = url;
    this.token = token;
    this.headers = headers;
  }

  /** The same caller with other headers, such as a language. */
  with(headers: Readonly<Record<string, string>>): Client {
    return new Client(this.url, this.token, { ...this.headers, ...headers });
  }

  async call<Name extends EndpointName>(
    name: Name,
    request: Request<Endpoints[Name]> = {},
  ): Promise<Result<Endpoints[Name]>> {
    const row: Endpoint = endpoints[name];
    const { params, query, body } = request as { [part: string]: Record<string, string> | undefined };
    const path = fillPath(row.path, params);
    const search = new URLSearchParams(definedOf(query ?? {})).toString();
    return this.#read(
      await this.fetch(withSearch(path, search), {
        method: row.method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    );
  }

  /** Sends a body that the contract's types would not let through, or a form. */
  async send<Name extends EndpointName>(
    name: Name,
    body: unknown,
    params: Readonly<Record<string, string>> = {},
  ): Promise<Result<Endpoints[Name]>> {
    const row: Endpoint = endpoints[name];
    const isForm = body instanceof FormData;
    return this.#read(
      await this.fetch(fillPath(row.path, params), {
        method: row.method,
        body: isForm ? body : JSON.stringify(body),
        ...(isForm ? {} : { headers: { 'content-type': 'application/json' } }),
      }),
    );
  }

  /** Any address of the site, with this caller's token. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.headers, ...Object.fromEntries(new Headers(init.headers)) });
    if (this.token && !headers.has('authorization')) headers.set('authorization', `Bearer ${this.token}`);
    return fetch(new URL(path, this.url), { redirect: 'manual', ...init, headers });
  }

  async #read<E extends Endpoint>(response: Response): Promise<Result<E>> {
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as Result<E>['body'] };
  }
}

const definedOf = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
