import { bytesOf, type FateOf, type FaultyNetwork } from './network.ts';
import type { Waiting } from './virtual-time.ts';

interface Line {
  readonly page: Waiting;
  readonly network: FaultyNetwork;
  readonly origin: string;
  /** Whether the device has a network. */
  readonly isOnline: () => boolean;
  readonly fateOf: FateOf;
}

const never = new Promise<never>(() => undefined);

/** `fetch` and `XMLHttpRequest` of a page. */
export function requestsOf({
  page,
  network,
  origin,
  isOnline,
  fateOf,
}: Line): Readonly<Record<string, unknown>> {
  async function send(address: string, init: RequestInit): Promise<Response> {
    const { bytes, type } = await network.during(bytesOf(init.body));
    const headers = new Headers(init.headers);
    if (type && !headers.has('content-type')) headers.set('content-type', type);
    init.signal?.throwIfAborted();
    if (page.isOver) return never;
    if (!isOnline()) throw new TypeError('Failed to fetch');
    const outgoing = {
      url: new URL(address, origin).href,
      method: init.method ?? 'GET',
      headers,
      body: bytes,
      signal: init.signal ?? null,
    };
    try {
      const response = await network.send(page, outgoing, fateOf(outgoing));
      return page.isOver ? never : response;
    } catch (error) {
      return page.isOver ? never : Promise.reject(error);
    }
  }

  class PageRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly #ends = new AbortController();
    readonly #headers = new Headers();
    #method = 'GET';
    #address = '';
    #answered = new Headers();
    status = 0;
    responseText = '';

    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }
    getAllResponseHeaders(): string {
      return [...this.#answered].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    }
    abort(): void {
      this.#ends.abort();
    }
    send(body: BodyInit | null): void {
      const { signal } = this.#ends;
      send(this.#address, { method: this.#method, headers: this.#headers, body, signal })
        .then(async (response) => {
          this.status = response.status;
          this.responseText = await response.text();
          this.#answered = response.headers;
          this.dispatchEvent(new Event('load'));
        })
        .catch(() => this.dispatchEvent(new Event(signal.aborted ? 'abort' : 'error')))
        .finally(() => this.dispatchEvent(new Event('loadend')));
    }
  }

  return {
    fetch: (address: string, init: RequestInit = {}) => send(address, init),
    XMLHttpRequest: PageRequest,
  };
}
