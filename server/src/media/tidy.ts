import type { FastifyInstance } from 'fastify';
import type { Door } from '../platform/http/door.ts';
import { finishDeletions } from './discard.ts';

const everyMs = 60 * 60 * 1000;

/** Ends what stopped processes left half done: once the server is ready, and every hour. */
export function tidyMedia(app: FastifyInstance, { context }: Pick<Door, 'context'>): void {
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
