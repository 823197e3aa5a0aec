/**
 * A broken rule of the database in words that no driver owns. Each dialect translates its driver's errors into
 * these in its own file; `constraint` is the name of the constraint or unique index, as PostgreSQL names it.
 */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  readonly constraint: string;
  constructor(constraint: string, cause: unknown) {
    super(`unique: ${constraint}`, { cause });
    this.constraint = constraint;
  }
}

/** A row that does not exist is referred to, or one that is referred to is removed. SQLite names no constraint. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
  constructor(cause: unknown) {
    super('foreign key', { cause });
  }
}

export class CheckViolation extends Error {
  override readonly name = 'CheckViolation';
  readonly constraint: string;
  constructor(constraint: string, cause: unknown) {
    super(`check: ${constraint}`, { cause });
    this.constraint = constraint;
  }
}

/** Whether this is the refusal of a duplicate; with names, of one of these constraints. */
export function isUniqueViolation(
  error: unknown,
  ...constraints: readonly string[]
): error is UniqueViolation {
  return (
    error instanceof UniqueViolation && (constraints.length === 0 || constraints.includes(error.constraint))
  );
}
