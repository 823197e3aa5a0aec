import { mailLimits } from '@duet/contract/mail/limits';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { Wake } from '../platform/jobs/wake.ts';
import { insertMail } from './store.ts';

declare module '../platform/context.ts' {
  interface Context {
    /** A mail waits. */
    readonly mailWake: Wake;
  }
}

/** What each kind of mail tells. Times are ISO 8601. Nothing of it opens anything: links are made when a mail is sent. */
export interface MailFacts {
  /** The link is good until `expires_at` of the mail. */
  readonly forgotten: Record<never, never>;
  /** To the address of an account whose password is another one since `at`. */
  readonly passwordChanged: { readonly at: string };
  readonly approved: Record<never, never>;
  /** To somebody whose account is gone by then. */
  readonly declined: { readonly name: string };
}

export type MailKind = keyof MailFacts;

/** One mail to one address. */
export interface NewMail<Kind extends MailKind = MailKind> {
  /** Where the caller made the link's code of it (`linkCode`). */
  readonly id?: string;
  readonly kind: Kind;
  readonly to: Recipient;
  readonly facts: MailFacts[Kind];
  /** Until when it helps, in ms since 1970; three days where absent. */
  readonly expiresAt?: number;
  /** At most one mail with this key is ever queued. */
  readonly onceKey?: string;
}

export interface Recipient {
  readonly email: string;
  /** Null for somebody without an account. */
  readonly userId: string | null;
  /** For those without an account; others get their own. */
  readonly language?: 'en' | 'ro' | null;
}

/** Whether this site sends mail. */
export const sendsMail = ({ config }: Pick<Context, 'config'>): boolean => config.mail !== null;

/**
 * Queues a mail in the transaction of what it tells of, so that neither is there without the other and a restart loses none.
 * Sending is another's work (send.ts). Without a mail server it does nothing.
 */
export async function queueMail<Kind extends MailKind>(
  context: Context,
  tx: Writes,
  mail: NewMail<Kind>,
): Promise<void> {
  if (!sendsMail(context)) return;
  const now = context.clock.now();
  const { id = context.ids.next(), kind, to, facts, onceKey = null } = mail;
  const added = await insertMail(tx, {
    ...{ id, kind, facts: JSON.stringify(facts), once_key: onceKey, bulk: 0 },
    ...{ user_id: to.userId, email: to.email, language: to.language ?? null },
    ...{ state: 'waiting', created_at: now, due_at: now, attempts: 0 },
    expires_at: mail.expiresAt ?? now + mailLimits.lifeMs,
    ...{ lease_owner: null, lease_until: null, ended_at: null, reason: null, answer: null },
  });
  if (added) tx.afterCommit(() => context.mailWake.notify());
}
