import type { MoreRoutes } from '../platform/http/server.ts';
import { convertNext } from './convert.ts';

const lookEveryMs = 3000;

/** Converts what waits, one video after the other, as long as the server runs. */
export const convertVideos: MoreRoutes = (app, { context }) => {
  const stopping = new AbortController();
  let working: Promise<void> | null = null;
  const work = async () => {
    while (!stopping.signal.aborted && (await convertNext(context, stopping.signal)));
  };
  const look = () => {
    working ??= work()
      .catch((err) => context.log.error({ err }, 'conversions could not be looked for'))
      .finally(() => {
        working = null;
      });
  };
  const timer = setInterval(look, lookEveryMs).unref();
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stopping.abort();
    await working;
  });
};
