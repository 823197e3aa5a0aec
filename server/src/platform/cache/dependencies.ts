import type { ChangedRows, Changes } from '../db/changes.ts';

/** Ids of rows by table: what was made shows of these tables nothing that does not concern them. */
export type Narrowing = Readonly<Record<string, readonly string[]>>;

/** What something was made of: whole tables, or those of their rows that concern some ids. */
export class Dependencies {
  readonly #tables = new Map<string, 'all' | Set<string>>();

  get tables(): ReadonlyMap<string, ChangedRows> {
    return this.#tables;
  }

  /** Adds the tables that were read, in as far as the narrowing says. */
  add(tables: Iterable<string>, narrowing: Narrowing = {}): void {
    for (const table of tables) this.#depend(table, narrowing[table] ?? 'all');
  }

  /** Adds what something else was made of that is now a part. */
  merge(other: Dependencies): void {
    for (const [table, rows] of other.#tables) this.#depend(table, rows);
  }

  /** Whether the change may show. */
  areTouchedBy(changes: Changes): boolean {
    if (changes === 'everything') return true;
    for (const [table, rows] of changes) {
      const mine = this.#tables.get(table);
      if (mine === undefined) continue;
      if (mine === 'all' || rows === 'all') return true;
      for (const id of rows) if (mine.has(id)) return true;
    }
    return false;
  }

  #depend(table: string, rows: 'all' | Iterable<string>): void {
    const mine = this.#tables.get(table);
    if (mine === 'all' || rows === 'all') {
      this.#tables.set(table, 'all');
      return;
    }
    const ids = mine ?? new Set<string>();
    for (const id of rows) ids.add(id);
    this.#tables.set(table, ids);
  }
}
