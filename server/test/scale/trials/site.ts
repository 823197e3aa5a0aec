import { startPostgres } from '../../../../scripts/postgres.mjs';
import { openServers, type Servers } from '../servers.ts';

/** Servers behind a balancer, on a PostgreSQL that can be made to crash. */
export interface Site extends Servers {
  readonly database: { readonly url: string; restart(): Promise<void> };
}

export async function openSite(count: number, logLevel: 'error' | 'silent' = 'error'): Promise<Site> {
  await using parts = new AsyncDisposableStack();
  const cluster = await startPostgres();
  parts.defer(() => cluster.stop());
  const url = await cluster.create('duet_scale');
  // What a trial makes fail on purpose is told in the log.
  const settings = { DUET_LOG_LEVEL: logLevel };
  const servers = parts.use(await openServers({ count, nginx: true, databaseUrl: url, settings }));
  const owned = parts.move();
  return {
    ...servers,
    database: { url, restart: () => cluster.restart() },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
