import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { apiHeaders, type Headers } from './headers.ts';
import { KeptAnswer, sendKept } from './kept-answer.ts';
import { keyOf } from './kept-rows.ts';

/** What a kept row asks of a request before it gets what is kept: token, role, limit. */
export interface KeptRoute {
  authorize(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    kept?: KeptRoute;
  }
}

interface Options {
  readonly context: Context;
  readonly stopping: AbortSignal;
  /** Those that every answer has. */
  readonly headers: Headers;
}

/** Answers differ by them; of all caches only those of the two ends may keep one (`no-store`). */
const vary = 'Origin, accept-encoding';

/**
 * Answers requests whose answer is kept, before any other hook: what those do (shedding, compression, CORS) is for answers that
 * have to be made. A request of another origin goes the long way, on which its headers are decided.
 */
export function answerKept(app: FastifyInstance, { context, stopping, headers }: Options): void {
  const all: Headers = { ...headers, ...apiHeaders, vary };
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.config.kept;
    if (!route || stopping.aborted || request.headers.origin !== undefined) {
      done();
      return;
    }
    route.authorize(request, reply).then(
      async () => {
        const key = keyOf(request, request.caller.viewer);
        const answer = key === null ? undefined : context.kept.peek(key);
        if (answer instanceof KeptAnswer) await sendKept(request, reply, answer, all);
        else done();
      },
      (error: Error) => {
        // Refusals have the headers of all answers too.
        reply.headers(headers);
        done(error);
      },
    );
  });
}

/** The headers that hooks have set for an answer that was just made. */
export function headersOf(reply: FastifyReply): OutgoingHttpHeaders {
  return { ...(reply.getHeaders() as OutgoingHttpHeaders), vary };
}
