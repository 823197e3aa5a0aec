import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { Statements } from './sqlite-statements.ts';

function withTable() {
  const db = new DatabaseSync(':memory:');
  db.exec(`create table things (id text, size real, bytes blob);
    insert into things values ('a', 1.5, x'0102'), ('b', null, null)`);
  return { db, statements: new Statements(db) };
}

it('answers rows by the names of their columns, and how many there are', () => {
  const { statements } = withTable();
  expect(
    statements.execute('select id, size, bytes, 1 as one from things where id <= ? order by id', ['b']),
  ).toEqual({
    rows: [
      { id: 'a', size: 1.5, bytes: new Uint8Array([1, 2]), one: 1 },
      { id: 'b', size: null, bytes: null, one: 1 },
    ],
    changes: 2,
  });
  expect(statements.execute('select id from things where id = ?', ['z'])).toEqual({ rows: [], changes: 0 });
});

it('answers how many rows a statement has changed, and those that it returns', () => {
  const { statements } = withTable();
  expect(statements.execute('update things set size = 2', [])).toEqual({ rows: [], changes: 2 });
  const returning = 'update things set size = 3 where id = ? returning id, size';
  expect(statements.execute(returning, ['b'])).toEqual({ rows: [{ id: 'b', size: 3 }], changes: 1 });
});

it('answers rows with the columns that a table has got since the statement was prepared', () => {
  const { db, statements } = withTable();
  const all = "select * from things where id = 'a'";
  statements.execute(all, []);
  db.exec("alter table things add column colour text default 'red'");
  const row = { id: 'a', size: 1.5, bytes: new Uint8Array([1, 2]), colour: 'red' };
  expect(statements.execute(all, []).rows).toEqual([row]);
  expect(statements.execute(all, []).rows).toEqual([row]);
});
