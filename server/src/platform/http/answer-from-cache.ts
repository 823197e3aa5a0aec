import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { all as addressesOf, compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Failure } from '../failure.ts';
import { plainAddress } from '../ip-addresses.ts';
import { isKnownOpen } from '../site/settings.ts';
import { TickQueue } from '../tick-queue.ts';
import type { LogAnswer } from './access-log.ts';
import { asFailure } from './as-failure.ts';
import { CachedAnswer, type Form } from './cached-answer.ts';
import { CachedHeads } from './cached-heads.ts';
import { keyOf } from './cached-rows.ts';
import { sendRefusal } from './failure-answer.ts';
import type { Recognize, Viewer } from './handler.ts';
import { apiHeaders, type Headers } from './headers.ts';
import { bearerToken } from './identify.ts';
import { cacheFor } from './own-writes.ts';
import type { OnRefusal } from './refusal.ts';
import type { RequestDurations } from './request-durations.ts';
import type { Tarpit } from './tarpit.ts';

interface Options {
  readonly context: Context;
  readonly stopping: AbortSignal;
  readonly recognize: Recognize;
  readonly durations: RequestDurations;
  readonly logAnswer: LogAnswer;
  readonly onRefusal: OnRefusal;
  readonly tarpit: Tarpit;
  /** Those that every answer has. */
  readonly headers: Headers;
}

/** Answers differ by them; of all caches only those of the two ends may keep one (`no-store`). */
export const vary = 'Origin, accept-encoding';

/** An answer that is there, and who gets it. */
interface Found {
  readonly answer: CachedAnswer;
  readonly viewer: Viewer | null;
}

/** A request that gets it. */
interface Asked extends Found {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When it came, of `performance.now()`. */
  readonly start: number;
  /** Whose, through trusted proxies. */
  readonly address: string;
}

/**
 * Answers requests whose answer is cached before the HTTP framework makes anything of them, which would cost more than the
 * answer. They are counted by the same limits, logged and measured. So are calls beyond the limit refused: to refuse one must
 * not cost more than to answer it. Whatever is not as simple as that goes the usual way: another origin, a session that has
 * to be looked up, somebody who has just written, a stop.
 */
export function answerFromCache(app: FastifyInstance, options: Options): void {
  const { context, stopping, recognize, durations, logAnswer, onRefusal, tarpit } = options;
  const { limiter } = context;
  const { server } = app;
  const [usual] = server.listeners('request') as RequestListener[];
  if (!usual) throw new Error('the server has no listener');
  const headers = { ...options.headers, ...apiHeaders, vary };
  const heads = new CachedHeads(headers);
  const trusted = context.config.trustProxy;
  const isProxy = trusted.length > 0 ? compile([...trusted]) : null;
  const addressOf = (request: IncomingMessage): string => {
    if (!isProxy) return request.socket.remoteAddress ?? '';
    return addressesOf(request, isProxy).at(-1) ?? '';
  };

  const find = (request: IncomingMessage): Found | null => {
    if (request.method !== 'GET' || stopping.aborted || request.headers.origin !== undefined) return null;
    if (cacheFor(context, request.headers) !== context.cache) return null;
    const { authorization } = request.headers;
    let viewer: Viewer | null = null;
    if (authorization !== undefined) {
      const token = bearerToken(authorization);
      viewer = token === null ? null : recognize(context, token);
      // Every cached row is read.
      if (!viewer || (viewer.token && !viewer.token.scopes.includes('read'))) return null;
    } else if (!isKnownOpen(context.cache)) return null;
    const key = keyOf(request, viewer);
    const answer = key === null ? undefined : context.cache.peek(key);
    return answer instanceof CachedAnswer ? { answer, viewer } : null;
  };

  const note = ({ request, answer, viewer, address, start }: Asked, status: number) => {
    const { url = '' } = request;
    const ms = performance.now() - start;
    durations.add({ method: 'GET', route: answer.route, status }, ms / 1000);
    logAnswer({ method: 'GET', url, status, ms, address, viewer: viewer?.id });
  };

  const write = (asked: Asked, form: Form, body: Buffer | null) => {
    const { response, answer } = asked;
    const status = body ? 200 : 304;
    response.writeHead(status, heads.of(answer, form, body));
    response.end(body ?? undefined, (error?: Error | null) => {
      // What did not get out was not answered.
      if (!error) note(asked, status);
    });
  };

  const send = (asked: Asked) => {
    const { request, response, answer } = asked;
    const cut = (error: unknown) => response.destroy(error as Error);
    try {
      const form = answer.formFor(request.headers);
      const body = answer.bytesIn(form);
      if (body instanceof Promise) body.then((bytes) => write(asked, form, bytes)).catch(cut);
      else write(asked, form, body);
    } catch (error) {
      cut(error);
    }
  };

  // Those of one turn go out one right after the other: what reads them on the same machine, such as a proxy, would sleep in
  // between, and a write that wakes it takes twice as long.
  const queue = new TickQueue<Asked>(send);

  const refuse = async (asked: Asked, refused: Failure) => {
    const { request, response, answer, viewer, address } = asked;
    if (refused.code !== 'TOO_OFTEN') {
      // The usual way says why not, and writes it down.
      usual(request, response);
      return;
    }
    response.once('finish', () => note(asked, response.statusCode));
    onRefusal({
      code: refused.code,
      method: 'GET',
      route: answer.route,
      viewerId: viewer?.id ?? null,
      address: plainAddress(address),
    });
    await tarpit(refused, request.socket);
    sendRefusal(refused, request, response, headers);
  };

  const count = (asked: Asked) => {
    const { response, viewer, address } = asked;
    const counted = viewer
      ? limiter.consume('signedIn', viewer.id)
      : limiter.consume('anonymous', plainAddress(address));
    counted.then(
      () => queue.add(asked),
      (error) => refuse(asked, asFailure(error)).catch((fault: Error) => response.destroy(fault)),
    );
  };

  server.removeListener('request', usual);
  server.on('request', (request, response) => {
    const found = find(request);
    if (!found) return usual(request, response);
    const start = performance.now();
    count({ ...found, request, response, start, address: addressOf(request) });
  });
}
