import type { Statement } from './statement.ts';

/** The rows of a table that a transaction may have changed: all, or those that concern these ids. */
export type ChangedRows = 'all' | ReadonlySet<string>;

/** What a transaction may have changed: everything, or these tables. Never less than it did. */
export type Changes = 'everything' | ReadonlyMap<string, ChangedRows>;

/**
 * Writes down which tables the statements of a transaction write, as their syntax tree says. Who changes rows of a few
 * people or posts may narrow each statement with `concerns`; whoever does not is taken to have changed the whole table.
 */
export class ChangeRecorder {
  readonly #statements = new Map<string, number>();
  readonly #narrowed = new Map<string, { count: number; readonly ids: Set<string> }>();
  #everything = false;

  /** Of one statement that writes `table`: it changes nothing that does not concern one of `ids`. */
  concerns(table: string, ids: Iterable<string>): void {
    const narrowed = this.#narrowed.get(table) ?? { count: 0, ids: new Set<string>() };
    this.#narrowed.set(table, narrowed);
    narrowed.count += 1;
    for (const id of ids) narrowed.ids.add(id);
  }

  observe({ written }: Statement): void {
    for (const table of written.tables) this.#statements.set(table, (this.#statements.get(table) ?? 0) + 1);
    if (written.everything) this.#everything = true;
  }

  /** Null where nothing was written. */
  get changes(): Changes | null {
    if (this.#everything) return 'everything';
    if (this.#statements.size === 0) return null;
    return new Map(
      [...this.#statements].map(([table, count]) => {
        const narrowed = this.#narrowed.get(table);
        return [table, narrowed && narrowed.count >= count ? narrowed.ids : 'all'];
      }),
    );
  }
}
