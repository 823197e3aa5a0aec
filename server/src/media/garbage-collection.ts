import type { FastifyInstance } from 'fastify';
import type { RouteAuthorization } from '../platform/http/authorize.ts';
import { finishDeletions } from './discard.ts';

const everyMs = 60 * 60 * 1000;

/** Ends what stopped processes left half done: once the server is ready, and every hour. */
export function collectMediaGarbage(
  app: FastifyInstance,
  { context }: Pick<RouteAuthorization, 'context'>,
): void {
  let running = Promise.resolve();
  const run = () => {
    running = running
      .then(() => finishDeletions(context))
      .catch((err) => context.log.error({ err }, 'unfinished media could not be looked for'));
  };
  const timer = setInterval(run, everyMs).unref();
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
