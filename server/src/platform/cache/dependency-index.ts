import type { ChangedRows } from '../db/changes.ts';
import type { Dependencies } from './dependencies.ts';

interface OfTable<Entry> {
  /** Every one that depends on the table, with such as name none of its rows: an empty page. */
  readonly all: Set<Entry>;
  /** Those that every change of the table touches. */
  readonly broad: Set<Entry>;
  /** Those that a change touches only if it concerns the id. */
  readonly byId: Map<string, Set<Entry>>;
}

/** Finds what was made of the rows that a transaction has changed, without looking at all that is cached. */
export class DependencyIndex<Entry extends { readonly dependencies: Dependencies }> {
  readonly #tables = new Map<string, OfTable<Entry>>();

  add(entry: Entry): void {
    for (const [name, rows] of entry.dependencies.tables) {
      const table = this.#table(name);
      table.all.add(entry);
      if (rows === 'all') table.broad.add(entry);
      else for (const id of rows) table.byId.set(id, (table.byId.get(id) ?? new Set()).add(entry));
    }
  }

  remove(entry: Entry): void {
    for (const [name, rows] of entry.dependencies.tables) {
      const table = this.#table(name);
      table.all.delete(entry);
      if (rows === 'all') {
        table.broad.delete(entry);
        continue;
      }
      for (const id of rows) {
        const entries = table.byId.get(id);
        entries?.delete(entry);
        if (entries?.size === 0) table.byId.delete(id);
      }
    }
  }

  touchedBy(changes: ReadonlyMap<string, ChangedRows>): Set<Entry> {
    const touched = new Set<Entry>();
    for (const [name, rows] of changes) {
      const table = this.#tables.get(name);
      if (!table) continue;
      if (rows === 'all') {
        addAll(touched, table.all);
        continue;
      }
      addAll(touched, table.broad);
      for (const id of rows) addAll(touched, table.byId.get(id) ?? []);
    }
    return touched;
  }

  #table(name: string): OfTable<Entry> {
    const known = this.#tables.get(name);
    if (known) return known;
    const table = { all: new Set<Entry>(), broad: new Set<Entry>(), byId: new Map<string, Set<Entry>>() };
    this.#tables.set(name, table);
    return table;
  }
}

function addAll<T>(to: Set<T>, from: Iterable<T>): void {
  for (const each of from) to.add(each);
}
