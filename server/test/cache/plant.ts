/** Where in a module's source, and what stands there instead. */
export interface Change {
  /** The end of the file's path. */
  readonly file: string;
  /** Where the text stands more than once: what stands before the one that is meant. */
  readonly after?: string;
  readonly from: string;
  readonly to: string;
}

/** A dropped invalidation, and the database on which it shows where that is one of the two. */
interface Plant {
  readonly changes: readonly Change[];
  readonly on?: 'sqlite' | 'postgres';
}

export type Plants = Readonly<Record<string, Plant>>;

/** A fault of one place. */
export const instead = (file: string, from: string, to: string, after?: string): Change => ({
  file,
  from,
  to,
  ...(after === undefined ? {} : { after }),
});

/** Of one statement: that nothing changes by it. `by` is its function. */
export const concernsNobody = (file: string, by: string, table: string, ids: string): Change =>
  instead(file, `tx.concerns('${table}', ${ids});`, `tx.concerns('${table}', []);`, `function ${by}(`);
