import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

type DatabaseKind = 'sqlite' | 'postgres';

/** The database that this run of the file is for. */
export const databaseKind: DatabaseKind =
  process.env.DUET_TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';

/** An address of a fresh PostgreSQL database, gone when disposed; on SQLite the data folder is all there is. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string | null;
}

/** `migrated`: with Duet's tables, or empty. */
export async function createTestDatabase(content: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  if (databaseKind === 'sqlite') return { url: null, async [Symbol.asyncDispose]() {} };
  const name = `world_${randomBytes(8).toString('hex')}`;
  const template = content === 'migrated' ? 'duet_template' : 'template0';
  // The default, by the log, takes a quarter more of the processor for so small a database.
  await onCluster(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => onCluster(`drop database if exists ${name} with (force)`),
  };
}

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
