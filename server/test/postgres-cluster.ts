import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openPostgresDatabase } from '../src/platform/db/dialect/postgres.ts';
import { migrations } from '../src/platform/db/migrations/index.ts';
import { createLog } from '../src/platform/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the cluster's own database, from which others are made. */
    postgresUrl: string;
  }
}

/** The migrated database that those of worlds are copies of. */
const templateName = 'duet_template';

/** One PostgreSQL for the run. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  const url = await cluster.create(templateName);
  const log = createLog('silent');
  const options = { dataDir: '', migrations, log, onDiskFailure: () => {}, exclusive: false };
  const template = await openPostgresDatabase(options, url);
  await template[Symbol.asyncDispose]();
  project.provide('postgresUrl', cluster.urlOf('postgres'));
  return () => cluster.stop();
}
