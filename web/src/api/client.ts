import routes from 'virtual:contract-routes';
import { type Answer, type Request as ContractRequest, fillPath, withSearch } from '@duet/contract/endpoint';
import type { EndpointName, Endpoints } from '@duet/contract/endpoints';
import type { ErrorCode } from '@duet/contract/errors';
import { limits } from '@duet/contract/limits';
import { anySignal } from '../device/ponyfills.ts';
import { currentLanguage, t } from '../i18n/language.ts';
import { bearer } from './bearer.ts';
import { connection } from './connection.ts';
import { CallFailure, isUnanswered, serverText } from './failure.ts';
import { whenPageShown } from './page-left.ts';
import { prefetchedAnswer } from './prefetched-answer.ts';
import { askForProof } from './proof.ts';
import type { OnProgress } from './send-with-progress.ts';
import { untilAborted } from './until-aborted.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;
type Asked<E, Part extends string> = E extends { readonly [P in Part]: unknown } ? true : false;
type Body<E extends Endpoints[EndpointName]> =
  Asked<E, 'body'> extends true ? ContractRequest<E>['body'] : FormData | Blob | ArrayBuffer | undefined;

export interface CallOptions<N extends EndpointName> {
  readonly params?: ContractRequest<Endpoints[N]>['params'];
  /** Stats and booleans are written out; `undefined` is left out. */
  readonly query?: { readonly [K in keyof ContractRequest<Endpoints[N]>['query']]?: Query[string] };
  readonly body?: Body<Endpoints[N]>;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call is given up; `null` waits for ever. 30 s where absent. */
  readonly timeoutMs?: number | null;
  /** Called with how much of the body was sent. */
  readonly onProgress?: OnProgress;
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean;
  /** Sends no token: signing in and registering are done by nobody yet. */
  readonly anonymous?: boolean;
  /** Sends this token instead of the session's: signing out forgets it first. */
  readonly token?: string;
  /** The entity tag of the version that the call changes; another one by now is refused with CHANGED_MEANWHILE. */
  readonly ifMatch?: string | null | undefined;
}

const base = (import.meta.env.VITE_API_BASE as string | undefined)?.replace(/\/$/, '') ?? '';

/** The address of a call, for the few that the browser itself opens. */
export function address(
  name: EndpointName,
  params?: Readonly<Record<string, string>>,
  query: Query = {},
): string {
  const words = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(value)}`],
  );
  return base + withSearch(fillPath(routes[name][1], params), words.join('&'));
}

/** The URL of a path that the server gave (`/media/…`), also where the app has another origin than the API. */
export const mediaAddress = (url: string): string => (url.startsWith('/') ? `${base}${url}` : url);

/** Whether a file of the server is there, asked with a HEAD request. Files are public or signed: no token goes along. */
export const fileExists = async (url: string): Promise<boolean> =>
  (await fetch(mediaAddress(url), { method: 'HEAD', credentials: 'omit' })).ok;

/** Who asks, in which language, with what. */
export function headersOf(body: unknown, token: string | null): Headers {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage() });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (body instanceof Blob || body instanceof ArrayBuffer)
    headers.set('Content-Type', 'application/octet-stream');
  else if (body !== undefined && !(body instanceof FormData)) headers.set('Content-Type', 'application/json');
  return headers;
}

const travelling = (body: unknown): FormData | Blob | ArrayBuffer | string | null => {
  if (body === undefined) return null;
  const raw = body instanceof FormData || body instanceof Blob || body instanceof ArrayBuffer;
  return raw ? body : JSON.stringify(body);
};

async function send(name: EndpointName, options: CallOptions<EndpointName>, token: string | null) {
  const { timeoutMs = limits.request.timeoutMs, signal, onProgress, keepalive = false } = options;
  const url = address(name, options.params, options.query);
  const headers = headersOf(options.body, token);
  if (options.ifMatch) headers.set('If-Match', options.ifMatch);
  const sent = {
    method: routes[name][0],
    headers,
    body: travelling(options.body),
    signal: anySignal([signal, timeoutMs === null ? null : AbortSignal.timeout(timeoutMs)]),
  };
  try {
    // A prefetch that failed is made again here, and fails here where it has to.
    const asked = sent.method === 'GET' ? prefetchedAnswer(url, token)?.catch(() => null) : null;
    const prefetched = asked && (await untilAborted(asked, sent.signal));
    if (prefetched)
      return { response: prefetched, answer: await untilAborted(read(prefetched), sent.signal) };
    const response = onProgress
      ? await (await import('./send-with-progress.ts')).sendWithProgress(url, sent, onProgress)
      : await fetch(url, { ...sent, keepalive, credentials: 'omit', ...(ownWrites.areNew() && pastKept) });
    return { response, answer: await read(response) };
  } catch (error) {
    // The caller's own abort stays what it is, so that nobody shows it as a failure.
    if (signal?.aborted) throw error;
    await whenPageShown();
    await connection.check();
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new CallFailure(t(late ? 'network.timeout' : 'network.offline'), { status: 0, timedOut: late });
  } finally {
    // Who reads a conversation marks it as read.
    if (sent.method !== 'GET' || name === 'messages.conversation') ownWrites.note();
  }
}

/** Says `Cache-Control: no-cache` (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch), by which servers answer with nothing that they keep. */
const pastKept = { cache: 'reload' } as const;

/** The answer as JSON, or nothing where it is none. */
export async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // A page of a proxy, or an answer that was cut off.
    return undefined;
  }
}

/**
 * The entity tag of what an answer tells of. Proxies that compress answers mark it as weak, though it never was one of
 * bytes; a weak tag would match nothing.
 */
const tagOf = (response: Response): string | null =>
  response.headers.get('ETag')?.replace(/^W\//, '') ?? null;

/** What a failed answer says. */
export function failed(response: Response, answer: unknown): CallFailure {
  const said = serverText(answer);
  const wait = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return new CallFailure(said ?? t('network.unexpected'), {
    status: response.status,
    code: (answer as { code?: ErrorCode } | undefined)?.code,
    serverText: said,
    answer,
    retryAfterSeconds: Number.isNaN(wait) ? undefined : wait,
    entityTag: tagOf(response),
  });
}

const succeeded = (response: Response, answer: unknown): boolean =>
  response.ok && (answer as { success?: unknown } | undefined)?.success !== false && answer !== undefined;

/** The answer, and the version of the entity in it. */
interface Versioned<N extends EndpointName> {
  readonly answer: Answer<Endpoints[N]>;
  /** Null where the server names no version. */
  readonly entityTag: string | null;
}

const tokenFor = ({ anonymous, token }: CallOptions<EndpointName>): string | null =>
  anonymous ? null : (token ?? bearer.token());

/**
 * Makes a call of the contract and answers what the server answered, with its entity tag. The only way to the server.
 *
 * @throws CallFailure with a sentence in the chosen language. A token that the server does not know any more is
 * forgotten; then what only reads is asked for again as a guest, and everything else fails. Where the server wants a proof of
 * who calls, the person is asked for it, and the call is made again.
 */
export async function callVersioned<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<Versioned<N>> {
  const token = tokenFor(options);
  let { response, answer } = await send(name, options, token);
  if (response.status === 401 && token && !options.token) {
    bearer.forget(token, answer);
    // A write that the person did not make as a guest is not made as one.
    if (routes[name][0] === 'GET') ({ response, answer } = await send(name, options, null));
  }
  const failure = succeeded(response, answer) ? null : failed(response, answer);
  if (failure && isUnanswered(failure)) await connection.check();
  else connection.reached();
  // Meanwhile the device may have become another person's.
  if (failure?.code === 'PROOF_NEEDED' && (await askForProof()) && tokenFor(options) === token)
    return callVersioned(name, options);
  if (failure) throw failure;
  return { answer: answer as Answer<Endpoints[N]>, entityTag: tagOf(response) };
}

/** The same without the entity tag. */
export const call = async <N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<Answer<Endpoints[N]>> => (await callVersioned(name, options)).answer;

/** How long a probe waits for an answer, in ms. */
const probeMs = 5000;

/** Whether the server answers a public call that costs it nothing. What another machine answers in its place does not count. */
export async function probeServer(): Promise<boolean> {
  try {
    const response = await fetch(address('site.show'), {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(probeMs),
    });
    return typeof ((await read(response)) as { success?: unknown } | undefined)?.success === 'boolean';
  } catch {
    // No network, no server, or none that answers in time.
    return false;
  }
}

/** A little more than the second for which a server may keep what another one has just changed (docs/inside/cache.md). */
const keptMs = 1500;

let wroteAt = Number.NEGATIVE_INFINITY;

/** What this tab has written. */
const ownWrites = {
  /** Something was written, or may have been. */
  note(): void {
    wroteAt = performance.now();
  },
  /** Whether the next answer may come from a server that has not heard of it. */
  areNew: (): boolean => performance.now() - wroteAt < keptMs,
};
