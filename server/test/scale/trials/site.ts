import { startPostgres } from '../../../../scripts/postgres.mjs';
import { openServers, type Servers } from '../servers.ts';

/** Servers behind a balancer, on a PostgreSQL that can be made to crash. */
export interface Site extends Servers {
  readonly database: { readonly name: string; readonly url: string; restart(): Promise<void> };
}

interface SiteOptions {
  readonly logLevel?: 'error' | 'silent';
  /** Settings of PostgreSQL. */
  readonly postgres?: Readonly<Record<string, string>>;
}

export async function openSite(
  count: number,
  { logLevel = 'error', postgres = {} }: SiteOptions = {},
): Promise<Site> {
  await using parts = new AsyncDisposableStack();
  const cluster = await startPostgres(postgres);
  parts.defer(() => cluster.stop());
  const name = 'duet_scale';
  const url = await cluster.create(name);
  // What a trial makes fail on purpose is told in the log.
  const settings = { DUET_LOG_LEVEL: logLevel };
  const servers = parts.use(await openServers({ count, nginx: true, databaseUrl: url, settings }));
  const owned = parts.move();
  return {
    ...servers,
    database: { name, url, restart: () => cluster.restart() },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
