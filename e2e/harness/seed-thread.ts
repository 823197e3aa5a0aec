import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Person } from './duet.ts';
import type { Server } from './running-server.ts';

/**
 * Puts as many messages between two people as would take a day to send: 'text 1.' is the oldest. They take turns, five
 * by five; all are read. The server has to stand still meanwhile.
 */
export async function seedThread(server: Server, one: Person, other: Person, count: number): Promise<void> {
  const began = Date.now() - count * 60_000;
  const thread = [one.id, other.id].toSorted().join(':');
  const isOne = '(n / 5) % 2 = 0';
  const [a, b] = [`'${one.id}'`, `'${other.id}'`];
  const insert = (numbers: string, id: string) => `
    insert into messages (id, thread, sender_id, recipient_id, text, client_id, created_at, read_at)
    select ${id}, '${thread}', case when ${isOne} then ${a} else ${b} end,
      case when ${isOne} then ${b} else ${a} end,
      case when n % 7 = 0 then 'text ' || n || '. And some more words, so that it takes more than one line of a phone.'
      else 'text ' || n || '.' end,
      null, ${began} + n * cast(60000 as bigint), ${began} + n * cast(60000 as bigint) + 1
    from (${numbers}) as numbers`;
  const lastId = idOf(count);
  const lines = [
    [one, other],
    [other, one],
  ].map(
    ([mine, theirs]) =>
      `insert into conversations (user_id, partner_id, last_message_id) values ('${mine?.id}', '${theirs?.id}', '${lastId}')`,
  );
  const prefix = lastId.slice(0, -12);
  if (server.databaseUrl) {
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    const numbers = `select generate_series(1, ${count}) as n`;
    await client.query(insert(numbers, `'${prefix}' || lpad(n::text, 12, '0')`));
    for (const line of lines) await client.query(line);
    await client.query('analyze messages');
    await client.end();
    return;
  }
  const database = new DatabaseSync(join(server.dataFolder, 'duet.db'));
  const numbers = `with recursive series(n) as (select 1 union all select n + 1 from series where n < ${count}) select n from series`;
  database.exec(
    `begin; ${insert(numbers, `'${prefix}' || printf('%012d', n)`)}; ${lines.join(';')}; commit;`,
  );
  database.close();
}

/** Ids of the form of all others, from a time before any of them. */
const idOf = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
