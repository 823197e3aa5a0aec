import { dayMs } from '@duet/contract/limits';
import { mailLimits } from '@duet/contract/mail/limits';
import type { Context } from '../platform/context.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import type { Wake } from '../platform/jobs/wake.ts';
import { listRefused } from './refused-store.ts';
import { countQueued, deleteWaiting, deleteWaitingMail, findStates, insertMail } from './store.ts';

declare module '../platform/context.ts' {
  interface Context {
    /** A mail waits. */
    readonly mailWake: Wake;
    readonly findDigest: FindDigest;
  }
}

/** The facts of each kind of mail. Times are ISO 8601. Nothing of it opens anything: links are made when a mail is sent. */
export interface MailFacts {
  /** The link is good until `expires_at` of the mail. */
  readonly forgotten: Record<never, never>;
  /** To the address of an account whose password is another one since `at`. */
  readonly passwordChanged: {
    readonly at: string /** They have some, which stay. */;
    readonly passkeys?: true;
  };
  /** To the owner of a passkey that is not taken any more since `at`, because there is a copy of it. */
  readonly passkeyCloned: { readonly at: string /** What its owner calls it. */; readonly passkey: string };
  /** To the address that somebody has given; its link verifies it. */
  readonly verifyEmail: Record<never, never>;
  /** To the address that is to take the place of the former one; its link does that. */
  readonly changeEmail: Record<never, never>;
  /** To the former address: which one is to take its place, in parts, and when the link for that was mailed. */
  readonly emailChanging: { readonly at: string; readonly address: string };
  /** To the address of an account that was signed in to at `at` on a device of which it had no session. */
  readonly newDevice: {
    readonly at: string;
    /** Such as `Firefox · Linux`; '' where nothing is known. */
    readonly device: string;
  };
  /** To somebody without an account: who invites them. The link is good until `expiresAt`, which the facts say too. */
  readonly invitation: { readonly by: string };
  readonly approved: Record<never, never>;
  /** To somebody whose account is gone by then. */
  readonly declined: { readonly name: string };
  /** What was published from `from` until before `until`, in ms since 1970; looked up when it is sent. */
  readonly digest: { readonly from: number; readonly until: number };
}

/** A post in a mail. Addresses are absolute. */
export interface MailPost {
  readonly title: string;
  readonly by: string;
  /** '' for none. */
  readonly text: string;
  readonly url: string;
  /** Only of what everybody may see. */
  readonly picture: {
    readonly src: string;
    readonly alt: string;
    readonly width: number;
    readonly height: number;
  } | null;
}

/** What the weekly mail has beside its facts. */
export interface DigestContent {
  readonly posts: readonly MailPost[];
  /** Whether there were more than these. */
  readonly more: boolean;
  /** Where its reader ends it (RFC 8058). */
  readonly unsubscribe: string;
}

/** Looks up what the weekly mail of a person has in it now; null where they want none any more, or nothing is left. */
export type FindDigest = (
  context: Context,
  userId: string,
  facts: MailFacts['digest'],
) => Promise<DigestContent | null>;

export type MailKind = keyof MailFacts;

/** One mail to one address. */
interface NewMail<Kind extends MailKind = MailKind> {
  /** Where the caller made the link's code of it (`linkCode`). */
  readonly id?: string;
  readonly kind: Kind;
  readonly to: Recipient;
  readonly facts: MailFacts[Kind];
  /** Until when it helps, in ms since 1970; three days where absent. */
  readonly expiresAt?: number;
  /** At most one mail with this key is ever queued. */
  readonly onceKey?: string;
  /** Whether nobody waits for it; it goes to no address that was refused. */
  readonly bulk?: boolean;
}

interface Recipient {
  readonly email: string;
  /** Null for somebody without an account. */
  readonly userId: string | null;
  /** For those without an account; others get their own. */
  readonly language?: 'en' | 'ro' | null;
}

/**
 * Of these a person gets `noticesPerDay` of each kind in 24 hours: whoever has an account causes as many as they like, and its address
 * may be a stranger's. What has a link that somebody asks for is not among them, or others could keep it from the person.
 */
const bounded: readonly MailKind[] = ['newDevice', 'passwordChanged', 'emailChanging'];

/** Whether this site sends mail. */
export const sendsMail = ({ config }: Pick<Context, 'config'>): boolean => config.mail !== null;

/**
 * Queues a mail in the transaction of its cause, so that neither is there without the other and a restart loses none.
 * Sending is another's work (send.ts). Without a mail server it does nothing, nor beyond the notices that a person gets in a day.
 */
export async function queueMail<Kind extends MailKind>(
  context: Context,
  tx: Writes,
  mail: NewMail<Kind>,
): Promise<void> {
  if (!sendsMail(context)) return;
  const now = context.clock.now();
  const { id = context.ids.next(), kind, to, facts, onceKey = null, bulk = false } = mail;
  if (bulk && (await refusedAddresses(tx, [to.email])).size > 0) return;
  if (to.userId !== null && bounded.includes(kind)) {
    // A mail that a clock ahead has dated holds up none for longer.
    const lastDay = { from: now - dayMs, to: now + mailLimits.leaseMs };
    if ((await countQueued(tx, to.userId, kind, lastDay)) >= mailLimits.noticesPerDay) return;
  }
  const added = await insertMail(tx, {
    ...{ id, kind, facts: JSON.stringify(facts), once_key: onceKey, bulk: bulk ? 1 : 0 },
    ...{ user_id: to.userId, email: to.email, language: to.language ?? null },
    ...{ state: 'waiting', created_at: now, due_at: now, attempts: 0 },
    expires_at: mail.expiresAt ?? now + mailLimits.lifeMs,
    ...{ lease_owner: null, lease_until: null, ended_at: null, reason: null, answer: null },
  });
  if (added) tx.afterCommit(() => context.mailWake.notify());
}

/** Takes back what waits to be sent to a person, of these kinds: its cause is gone. */
export const withdrawMails = (tx: Writes, userId: string, kinds: readonly MailKind[]): Promise<void> =>
  deleteWaiting(tx, userId, kinds);

/** Takes back one mail that waits. */
export const withdrawMail = (tx: Writes, id: string): Promise<void> => deleteWaitingMail(tx, id);

/** What became of a mail, and what the mail server last said of it. */
export interface MailState {
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly answer: string;
}

/** What became of mails, by their ids. */
export async function mailStates(reads: Reads, ids: readonly string[]): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map();
  const rows = await findStates(reads, ids);
  return new Map(rows.map(({ id, state, answer }) => [id, { state, answer: answer ?? '' }]));
}

/** An address whose mail server has refused a mail because nobody has it there. */
interface RefusedAddress {
  readonly email: string;
  /** In ms since 1970. */
  readonly at: number;
  readonly answer: string;
}

/** Those of these addresses that take no mail, by the address as it was asked for. */
export async function refusedAddresses(
  reads: Reads,
  emails: readonly (string | null)[],
): Promise<Map<string, RefusedAddress>> {
  const asked = emails.filter((email) => email !== null);
  if (asked.length === 0) return new Map();
  const rows = await listRefused(
    reads,
    asked.map((email) => email.toLowerCase()),
  );
  const known = new Map(rows.map((row) => [row.email, row]));
  return new Map(
    asked.flatMap((email) => {
      const row = known.get(email.toLowerCase());
      return row ? [[email, { email, at: row.refused_at, answer: row.answer }] as const] : [];
    }),
  );
}
