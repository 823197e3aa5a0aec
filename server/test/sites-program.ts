// One program for many sites, which whoever starts it begins and ends by messages: for browser tests whose site needs no program of
// its own. A program takes 0.6 s of a core to read the same modules anew, and its first calls run code that nothing has
// compiled yet. Composed as in `main.ts`, but for the tables that are made already and the one image process.
import { startupNotices } from '../src/accounts/new-accounts/setup-link.ts';
import { createApp } from '../src/app.ts';
import { createContext } from '../src/context.ts';
import { serverJobs } from '../src/jobs.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { stopServer } from '../src/platform/http/stop.ts';
import { createLog } from '../src/platform/log.ts';
import { requireNamedFfmpeg } from '../src/platform/video/named-ffmpeg.ts';
import { putMigratedFile } from './migrated-file.ts';
import { sharedImages } from './shared-images.ts';

/** To start a site with these settings, or to end the one of that number. */
type Order = { readonly site: number } & (
  | { readonly start: Readonly<Record<string, string>> }
  | { readonly end: true }
);

/** What became of an order, and what a site prints meanwhile. */
type Answer = { readonly site: number } & (
  | { readonly printed: string }
  | { readonly startedAt: string }
  | { readonly ended: true }
  | { readonly failed: string }
);

const webDir = new URL('../../web/dist/', import.meta.url);
const sites = new Map<number, AsyncDisposable>();

const answer = (message: Answer): void => {
  process.send?.(message);
};

/** Its address; what is to be printed goes to `print`. */
async function start(
  site: number,
  settings: Readonly<Record<string, string>>,
  print: (text: string) => void,
): Promise<string> {
  await using parts = new AsyncDisposableStack();
  const { config, warnings } = readConfig(settings);
  for (const warning of warnings) print(`${warning}\n`);
  await requireNamedFfmpeg(config);
  if (!config.databaseUrl) await putMigratedFile(config.dataDir);
  const context = parts.use(
    await createContext(config, {
      exclusive: true,
      keepBallast: true,
      onDiskFailure: (error) => print(`${error.stack}\n`),
      overrides: { log: createLog(config.logLevel, { write: print }), images: sharedImages() },
    }),
  );
  const stopping = new AbortController();
  const app = await createApp(context, { stopping: stopping.signal, webDir });
  parts.defer(() => stopServer(app, stopping));
  const address = await app.listen({ host: config.host, port: config.port });
  parts.use(context.jobs.start(serverJobs(context)));
  for (const notice of await startupNotices(context, config.publicUrl ?? address)) print(`${notice}\n`);
  sites.set(site, parts.move());
  return address;
}

async function carryOut(order: Order): Promise<Answer> {
  const { site } = order;
  try {
    if ('start' in order) {
      const startedAt = await start(site, order.start, (printed) => answer({ site, printed }));
      return { site, startedAt };
    }
    await sites.get(site)?.[Symbol.asyncDispose]();
    sites.delete(site);
    return { site, ended: true };
  } catch (error) {
    return { site, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', async (order: Order) => answer(await carryOut(order)));
process.once('disconnect', () => process.exit(0));
