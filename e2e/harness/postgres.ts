import { startPostgres } from '../../scripts/postgres.mjs';

/** Where the workers find the cluster of this run: the address of its own `postgres` database. */
export const clusterVariable = 'DUET_E2E_POSTGRES';

/** Playwright's global set-up: one PostgreSQL for the run; its end is the returned function. */
export default async function startCluster(): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  process.env[clusterVariable] = cluster.urlOf('postgres');
  return cluster.stop;
}
