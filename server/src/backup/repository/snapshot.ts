import { z } from 'zod';

const sum = z.object({ size: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type Sum = z.output<typeof sum>;

/** A backup in a repository: what it holds, by the sums of the objects that it is made of. */
export const snapshotShape = z.object({
  format: z.literal('duet-snapshot-1'),
  /** ISO 8601 in UTC: the moment that the database was copied at. */
  createdAt: z.string(),
  /** Duet's version. */
  program: z.string(),
  /** The migrations that the database has seen. */
  schema: z.array(z.string()),
  /** As SQLite, whichever database the site has; in pieces, so that those that did not change are stored once. */
  database: sum.extend({ pieces: z.array(sum) }),
  /** The keys of the site; null where the backup is not encrypted. */
  secrets: sum.nullable(),
  files: z.array(sum.extend({ path: z.string() })),
  /** What the site itself lacked, a line each. */
  faults: z.array(z.string()),
});
export type Snapshot = z.output<typeof snapshotShape>;

/** The sums of every object that a snapshot needs. */
export const objectsOf = ({ database, secrets, files }: Snapshot): string[] =>
  [...database.pieces, ...(secrets ? [secrets] : []), ...files].map(({ sha256 }) => sha256);
