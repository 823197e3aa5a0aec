import type { MoreRoutes } from '../platform/http/server.ts';
import { convertNext } from './convert.ts';
import { onWake } from './wake.ts';

/** For those that another server left; its own are looked for at once. */
const lookEveryMs = 15_000;

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
  onWake(context, look);
  const timer = setInterval(look, lookEveryMs).unref();
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stopping.abort();
    await working;
  });
};
