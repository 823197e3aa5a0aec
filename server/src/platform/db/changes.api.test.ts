import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { createTestDatabase, databaseKind } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import type { Changes } from './changes.ts';
import type { Database, Writes } from './database.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';
import { cascadeDeletes } from './statement.ts';

const parts = new AsyncDisposableStack();
let db: Database;
beforeAll(async () => {
  const dir = parts.use(temporaryDir());
  const { url } = parts.use(await createTestDatabase());
  db = parts.use(
    await openDatabase({
      dataDir: dir.path,
      url: url ?? undefined,
      migrations,
      log: createLog('silent'),
      onDiskFailure: () => {},
      exclusive: true,
    }),
  );
});
afterAll(() => parts.disposeAsync());

/** What a transaction is said to have changed, whether or not it succeeded. */
async function changesOf(work: (tx: Writes) => Promise<unknown>): Promise<Changes[]> {
  const seen: Changes[] = [];
  const unsubscribe = db.commits.subscribe((changes) => seen.push(changes));
  await db.write(work).catch(() => {});
  unsubscribe();
  return seen;
}

const insertCode = (tx: Writes, code_hash: string) =>
  tx.insertInto('setup_codes').values({ code_hash, created_at: 0, expires_at: 0 }).execute();

describe('the changes of a transaction', () => {
  it('are the tables that it writes, not those that it reads', async () => {
    const changes = await changesOf(async (tx) => {
      await tx.selectFrom('users').select('id').execute();
      await insertCode(tx, 'one');
      await tx.updateTable('setup_codes').set({ expires_at: 1 }).where('code_hash', '=', 'one').execute();
    });
    expect(changes).toEqual([new Map([['setup_codes', 'all']])]);
    expect(await changesOf((tx) => tx.selectFrom('users').select('id').execute())).toEqual([]);
  });

  it('are told before the caller has its answer, and also of a transaction that failed', async () => {
    const order: string[] = [];
    const unsubscribe = db.commits.subscribe(() => order.push('changes'));
    await db.write((tx) => insertCode(tx, 'two')).then(() => order.push('answer'));
    await db.write((tx) => insertCode(tx, 'two')).catch(() => order.push('error'));
    unsubscribe();
    expect(order).toEqual(['changes', 'answer', 'changes', 'error']);
  });

  it('are narrowed to some ids only where each statement of the table is', async () => {
    const narrowed = await changesOf(async (tx) => {
      tx.concerns('setup_codes', ['three']);
      await insertCode(tx, 'three');
      tx.concerns('setup_codes', ['four']);
      await insertCode(tx, 'four');
    });
    expect(narrowed).toEqual([new Map([['setup_codes', new Set(['three', 'four'])]])]);
    const once = await changesOf(async (tx) => {
      tx.concerns('setup_codes', ['five']);
      await insertCode(tx, 'five');
      await tx.updateTable('setup_codes').set({ expires_at: 1 }).execute();
    });
    expect(once).toEqual([new Map([['setup_codes', 'all']])]);
  });

  it('are everything where what is deleted may take other rows along', async () => {
    const deleting = await changesOf((tx) => tx.deleteFrom('posts').where('id', '=', 'none').execute());
    expect(deleting).toEqual(['everything']);
    const leaf = await changesOf((tx) =>
      tx.deleteFrom('message_blocks').where('user_id', '=', 'x').execute(),
    );
    expect(leaf).toEqual([new Map([['message_blocks', 'all']])]);
  });

  it('are all tables that raw SQL names', async () => {
    const [changes] = await changesOf((tx) => sql`update posts set title = '' where id = 'none'`.execute(tx));
    expect((changes as ReadonlyMap<string, unknown>).get('posts')).toBe('all');
  });

  it('hold what foreign keys take along [both databases]', async () => {
    const along = await cascades();
    for (const [table, named] of Object.entries(cascadeDeletes)) {
      const closure = new Set<string>();
      for (const next of [table]) collect(along, next, closure);
      expect([table, [...closure].toSorted()]).toEqual([table, [...named].toSorted()]);
    }
  });
});

function collect(along: ReadonlyMap<string, readonly string[]>, table: string, found: Set<string>): void {
  for (const child of along.get(table) ?? []) {
    if (found.has(child)) continue;
    found.add(child);
    collect(along, child, found);
  }
}

/** Which tables lose rows, or values, with a row of another one. */
async function cascades(): Promise<Map<string, string[]>> {
  const { read } = db;
  const keys =
    databaseKind === 'sqlite'
      ? sql<{ parent: string; child: string }>`
          select f."table" as parent, t.name as child
          from sqlite_master t, pragma_foreign_key_list(t.name) f
          where t.type = 'table' and f.on_delete in ('CASCADE', 'SET NULL')`
      : sql<{ parent: string; child: string }>`
          select parent.relname as parent, child.relname as child
          from pg_constraint c join pg_class parent on parent.oid = c.confrelid join pg_class child on child.oid = c.conrelid
          where c.contype = 'f' and c.confdeltype in ('c', 'n')`;
  const { rows } = await keys.execute(read);
  const found = new Map<string, string[]>();
  for (const { parent, child } of rows) found.set(parent, [...(found.get(parent) ?? []), child]);
  return found;
}
