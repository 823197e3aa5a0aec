import type { MoreRoutes } from '../platform/http/server.ts';
import { deliverDue } from './deliver.ts';
import { onWake } from './wake.ts';

/** For what is to be tried again, and what another server left; its own is looked for at once. */
const lookEveryMs = 15_000;

/** Sends notifications as long as the server runs, apart from every answer. */
export const sendNotifications: MoreRoutes = (app, { context }) => {
  const stopping = new AbortController();
  let working: Promise<void> | null = null;
  let again = false;
  const work = async () => {
    do {
      again = false;
      while (!stopping.signal.aborted && (await deliverDue(context, stopping.signal)));
    } while (again);
  };
  const look = () => {
    again = true;
    working ??= work()
      .catch((err) => {
        again = false;
        context.log.error({ err }, 'notifications could not be sent');
      })
      .finally(() => {
        working = null;
        if (again) look();
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
