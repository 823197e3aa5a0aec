import type { Context } from '../platform/context.ts';
import type { MoreRoutes } from '../platform/http/server.ts';
import { closeIdle, removeParts } from './open-uploads.ts';
import { deleteExpired, findWithParts } from './store.ts';

const everyMs = 60_000;

/** Removes uploads that are over, and bytes that no upload needs: those of finished ones, or of a stopped process. */
export async function removeStaleUploads(context: Context): Promise<void> {
  const parts = await context.parts.list();
  const expired = await context.db.write((tx) => deleteExpired(tx, context.clock.now()));
  const needed = await findWithParts(context.db.read);
  for (const id of [...expired, ...parts]) {
    if (needed.has(id)) continue;
    await removeParts(context, id);
  }
  await closeIdle(context, false);
}

/** Does so every minute while the server runs; at its end everything that came is made durable. */
export const collectUploadGarbage: MoreRoutes = (app, { context }) => {
  let running = Promise.resolve();
  const run = () => {
    running = running
      .then(() => removeStaleUploads(context))
      .catch((err) => context.log.error({ err }, 'stale uploads could not be removed'));
  };
  const timer = setInterval(run, everyMs).unref();
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
    await closeIdle(context, true);
  });
};
