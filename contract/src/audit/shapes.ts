import { z } from 'zod';
import { id, isoTime } from '../schemas.ts';

/** A line of the audit: who did what to whom. Lines are added and never changed. */
export const auditLine = z.object({
  _id: id,
  at: isoTime,
  /** Such as `role`, `user.delete`, `media.cleanup`. */
  action: z.string(),
  /** Null for guests and for the command line. */
  actor: z.object({ _id: id, username: z.string().nullable(), displayName: z.string() }).nullable(),
  /** A person (then with their name), a post or a comment. */
  subject: z.object({ _id: id, username: z.string().nullable(), displayName: z.string() }).nullable(),
  /** Facts and figures; never a password, a token, or what somebody wrote. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The network part of an address: `203.0.113.0`; empty for the command line. */
  address: z.string(),
});
export type AuditLine = z.output<typeof auditLine>;
