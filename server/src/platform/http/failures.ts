import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { asFailure } from './as-failure.ts';
import { sendFailure } from './failure-answer.ts';
import { type OnRefusal, refusalOf } from './refusal.ts';
import type { Tarpit } from './tarpit.ts';

/** Everything thrown on any route becomes an answer of the catalogue; who only finds nothing is slowed down. */
export function answerFailures(
  app: FastifyInstance,
  { limiter }: Context,
  { onRefusal, tarpit }: { readonly onRefusal: OnRefusal; readonly tarpit: Tarpit },
): void {
  app.setNotFoundHandler(async () => {
    throw new Failure('NOT_FOUND');
  });
  app.setErrorHandler(async (error, request, reply) => {
    let failure = asFailure(error);
    if (failure.code === 'UNEXPECTED')
      request.log.error({ err: error, url: request.routeOptions.url }, 'a call failed');
    else if (failure.details.log)
      request.log.info({ code: failure.code, why: failure.details.log }, 'refused');
    if (failure.code.endsWith('NOT_FOUND')) {
      const found = failure;
      failure = await limiter.consume('notFound', request.ip).then(() => found, asFailure);
    }
    onRefusal(refusalOf(failure.code, request));
    await tarpit(failure, request.raw.socket);
    sendFailure(failure, request, reply);
    return reply;
  });
}

/** Refuses what is no route before its body is read: Fastify's own handler would wait for the whole of it. */
export function refuseUnknown(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new Failure('NOT_FOUND') : undefined);
  });
}
