import { sql } from 'kysely';
import type { Migration, Up } from '../src/platform/db/migrations/migration.ts';

type Migrations = Readonly<Record<string, Up>>;

/** The same migrations; `onStatement` is told of each statement before it runs, and may throw in its place. */
export const watchedMigrations = (
  migrations: Migrations,
  onStatement: (migration: string, statement: string) => void,
): Migrations =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, up]) => [
      name,
      (migration: Migration) => up(watched(migration, (statement) => onStatement(name, statement))),
    ]),
  );

function watched(migration: Migration, onStatement: (statement: string) => void): Migration {
  const executor = migration.db.getExecutor();
  const db = migration.db.withPlugin({
    transformQuery({ node, queryId }) {
      onStatement(executor.compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    ...migration,
    db,
    table(name) {
      const table = db.schema.createTable(name);
      return migration.dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table;
    },
    async run(statement) {
      await sql.raw(statement).execute(db);
    },
  };
}
