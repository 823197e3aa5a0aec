// Runs with each file of tests: what the server asked of its database meanwhile reads no table that grows from one end to the
// other (design of the feed: docs/performance.md). Statements of migrations and of tests themselves are not looked at.
import { afterAll, expect } from 'vitest';
import { allowed } from './allowed.ts';
import { openPlans, type ScannedTables } from './explain.ts';
import { recordStatements, type Statement } from './statements.ts';

declare global {
  /** Of this process, whose files share their modules but not this one. */
  var duetQueryPlans: Recorded | undefined;
}

interface Recorded {
  readonly statements: ReadonlyMap<string, Statement>;
  readonly looked: Set<string>;
  plans: Promise<ScannedTables> | null;
}

globalThis.duetQueryPlans ??= { statements: recordStatements(), looked: new Set(), plans: null };
const recorded = globalThis.duetQueryPlans;

const planned = /^\s*(select|insert|update|delete|with)\b/i;
/** A table of one row, there only while a site is moved: nothing can be planned over it. */
const passing = /\bunfinished_move\b/;

afterAll(async () => {
  const fresh = [...recorded.statements.values()].filter(
    ({ sql, from }) =>
      !recorded.looked.has(sql) &&
      planned.test(sql) &&
      !passing.test(sql) &&
      !from.startsWith('src/platform/db/migrat'),
  );
  if (fresh.length === 0) return;
  recorded.plans ??= openPlans();
  const scannedTables = await recorded.plans;
  const scans: string[] = [];
  for (const { sql, from } of fresh) {
    recorded.looked.add(sql);
    for (const table of await scannedTables(sql)) {
      const known = allowed.some((each) => from.startsWith(each.from) && each.tables.includes(table));
      if (!known) scans.push(`${from} reads all of ${table}: ${sql}`);
    }
  }
  expect(scans).toEqual([]);
}, 60_000);
