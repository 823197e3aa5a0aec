import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { networkOf } from '../platform/ip-addresses.ts';

/** What is written down of accounts; other nouns add theirs under their own names. */
type AuditAction =
  | 'login'
  | 'login.failed'
  | 'logout'
  | 'sessions.end'
  | 'register'
  | 'setup'
  | 'password'
  | 'password.link'
  | 'password.forgotten'
  | 'role'
  | 'secondStep.on'
  | 'secondStep.off'
  | 'secondStep.recoveryCodes'
  | 'secondStep.require'
  | 'secondStep.release'
  | 'passkey.add'
  | 'passkey.remove'
  | 'passkey.cloned'
  | 'token.create'
  | 'token.revoke'
  | 'user.create'
  | 'user.approve'
  | 'user.decline'
  | 'user.rename'
  | 'user.username'
  | 'email'
  | 'email.asked'
  | 'email.verified'
  | 'user.delete'
  | 'user.restore'
  | (string & {});

interface AuditLine {
  /** Who did it; null for guests and the command line. */
  readonly actorId: string | null;
  readonly action: AuditAction;
  /** Whom or what it was done to. */
  readonly subjectId: string | null;
  /** Facts and figures; never a password, a token, or what somebody typed. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  /** '' for the command line. Its network part is kept. */
  readonly address: string;
}

/** Adds a line to the audit table, in the transaction of what it records. Lines are never changed. */
export async function audit(context: Context, tx: Writes, line: AuditLine): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      id: context.ids.next(),
      at: context.clock.now(),
      actor_id: line.actorId,
      action: line.action,
      subject_id: line.subjectId,
      details: JSON.stringify(line.details ?? {}),
      address: line.address === '' ? '' : networkOf(line.address),
    })
    .execute();
}
