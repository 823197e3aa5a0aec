import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { clusterVariable } from './postgres.ts';

/** Makes an empty database on the cluster of this run; answers its address. */
export async function createDatabase(): Promise<string> {
  const name = `duet_${randomBytes(8).toString('hex')}`;
  await onCluster(`CREATE DATABASE ${name}`);
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(url: string): Promise<void> {
  await onCluster(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

function clusterUrl(): string {
  const url = process.env[clusterVariable];
  if (!url) throw new Error('PostgreSQL was not started by the global set-up.');
  return url;
}

async function onCluster(sentence: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await client.query(sentence);
  } finally {
    await client.end();
  }
}
