import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Server } from './running-server.ts';

/** A statement with `?` for each of its values. */
export type Statement = readonly [sql: string, ...values: (string | number)[]];

/** Changes rows past the site, in whichever database it has: for what no call lets in. */
export async function changeRows(server: Server, statements: readonly Statement[]): Promise<void> {
  if (server.databaseUrl) {
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      for (const [sql, ...values] of statements) {
        let n = 0;
        await client.query(
          sql.replaceAll('?', () => `$${++n}`),
          values,
        );
      }
    } finally {
      await client.end();
    }
    return;
  }
  using database = new DatabaseSync(join(server.dataFolder, 'duet.db'));
  for (const [sql, ...values] of statements) database.prepare(sql).run(...values);
}
