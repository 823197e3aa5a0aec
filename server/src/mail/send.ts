import { mailLimits } from '@duet/contract/mail/limits';
import type { Context } from '../platform/context.ts';
import { currentSite } from '../platform/site/settings.ts';
import { composeMail, UnusableMail } from './compose.ts';
import { linkCode } from './link-code.ts';
import type { MailFacts, MailKind } from './mail.ts';
import { deleteRefused, putRefused } from './refused-store.ts';
import { renderMail } from './render.ts';
import { type Message, type Outcome, sendMessage } from './smtp.ts';
import {
  type DueMail,
  deleteMail,
  endOld,
  isAnyDue,
  markFailed,
  markSent,
  renewLease,
  rescheduleMail,
  takeDue,
} from './store.ts';

/**
 * Sends the mails that are due, some at once, and those that become due meanwhile; answers whether it took any. Every
 * server of a site may do so at once: each mail is taken under a lease.
 *
 * @throws Error with what the mail server said where none could be reached, for the dashboard
 */
export async function sendDue(context: Context, signal: AbortSignal): Promise<boolean> {
  const { clock, db, ids, mailOutage, mailWake } = context;
  if (!mailOutage.isOver(clock.now()) || !(await isAnyDue(db.read, clock.now()))) return false;
  const owner = ids.next();
  const underWay = new Map<string, Promise<void>>();
  const unreachable: string[] = [];
  let worked = false;
  let woken = Promise.withResolvers<void>();
  const unlisten = mailWake.listen(() => woken.resolve());
  const start = (mail: DueMail) => {
    worked = true;
    const sending = sendOne(context, mail, owner, signal)
      .then((answer) => void (answer === null || unreachable.push(answer)))
      .catch((err) => context.log.error({ err, mail: mail.id }, 'what became of a mail could not be written'))
      .finally(() => underWay.delete(mail.id));
    underWay.set(mail.id, sending);
  };
  try {
    while (!signal.aborted && unreachable.length === 0) {
      woken = Promise.withResolvers();
      while (underWay.size < mailLimits.atOnce) {
        const mail = await db.write((tx) => takeDue(tx, { owner, now: clock.now() }, [...underWay.keys()]));
        if (!mail) break;
        start(mail);
      }
      if (underWay.size === 0) break;
      // A slow mail holds up none that comes meanwhile.
      const ends = [...underWay.values()];
      await Promise.race(underWay.size < mailLimits.atOnce ? [...ends, woken.promise] : ends);
    }
  } finally {
    unlisten();
    await Promise.all(underWay.values());
  }
  if (unreachable[0] !== undefined)
    throw new Error(`The mail server cannot be reached: ${withoutAddresses(unreachable[0])}`);
  return worked;
}

/** Sends a mail that was taken and writes down what became of it; why the mail server could not be reached, else null. */
async function sendOne(
  context: Context,
  mail: DueMail,
  owner: string,
  stopping: AbortSignal,
): Promise<string | null> {
  const { clock, db, log, mailOutage } = context;
  const now = clock.now();
  const giveUp = (reason: 'expired' | 'tooOften' | 'refused' | 'unusable', answer?: string) => {
    const told = answer === undefined ? {} : { answer: withoutAddresses(answer) };
    log.warn({ mail: mail.id, kind: mail.kind, reason, ...told }, 'a mail was given up');
    return db.write((tx) =>
      markFailed(tx, mail.id, { reason, ended_at: clock.now(), ...(answer === undefined ? {} : { answer }) }),
    );
  };
  if (mail.expires_at <= now) return giveUp('expired').then(() => null);
  if (mail.deleted_at !== null) return db.write((tx) => deleteMail(tx, mail.id)).then(() => null);
  // It was begun so often, and whoever was at it did not live to say what became of it.
  if (mail.attempts > mailLimits.tries) return giveUp('tooOften').then(() => null);
  const message = await compose(context, mail).catch((error: unknown) => {
    if (error instanceof UnusableMail) return error;
    throw error;
  });
  // Nothing is left to say.
  if (message === null) return db.write((tx) => deleteMail(tx, mail.id)).then(() => null);
  if (message instanceof UnusableMail) return giveUp('unusable', message.message).then(() => null);
  const outcome = await send(context, message, { id: mail.id, owner, stopping });
  const { result, answer } = outcome;
  switch (result) {
    case 'sent':
      mailOutage.end();
      await db.write(async (tx) => {
        await markSent(tx, mail.id, clock.now());
        await deleteRefused(tx, mail.email.toLowerCase());
      });
      return null;
    case 'refused':
      mailOutage.end();
      await giveUp('refused', answer);
      if (outcome.unknownRecipient) {
        const email = mail.email.toLowerCase();
        await db.write((tx) => putRefused(tx, { email, refused_at: clock.now(), answer }));
      }
      return null;
    case 'retry':
      mailOutage.end();
      if (mail.attempts >= mailLimits.tries) await giveUp('tooOften', answer);
      else {
        const due_at = clock.now() + waitMs(mail.attempts);
        await db.write((tx) => rescheduleMail(tx, mail.id, { due_at, attempts: mail.attempts, answer }));
      }
      return null;
    case 'unreachable':
      // Nothing of the mail was said: it does not count as a try.
      await db.write((tx) =>
        rescheduleMail(tx, mail.id, { due_at: now, attempts: mail.attempts - 1, answer }),
      );
      if (stopping.aborted) return null;
      mailOutage.note(clock.now());
      return answer;
  }
}

/** What the mail server said, for the log: many repeat whom the mail was for, and the log holds nobody's address. */
const withoutAddresses = (answer: string): string => answer.replace(/[^\s<>]+@[^\s<>]+/g, '***');

/** 30 s, 1 min, 2 min …, and up to a quarter more, so that what failed together is not tried together. */
function waitMs(attempts: number): number {
  const { firstRetryMs, maxRetryMs } = mailLimits;
  return Math.round(Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (1 + Math.random() / 4));
}

/** Null where there is nothing to say any more. */
async function compose(context: Context, mail: DueMail): Promise<Message | null> {
  const { config } = context;
  if (!config.mail) throw new UnusableMail('No mail server is set.');
  const site = await currentSite(context);
  const kind = mail.kind as MailKind;
  const facts = JSON.parse(mail.facts) as MailFacts[typeof kind];
  const digest =
    kind === 'digest'
      ? await context.findDigest(context, mail.user_id ?? '', facts as MailFacts['digest'])
      : undefined;
  if (digest === null) return null;
  const rendered = renderMail(kind, facts, {
    digest,
    site,
    origin: config.mail.origin,
    language: mail.own_language ?? mail.language ?? site.language ?? 'en',
    person: mail.username === null ? null : { username: mail.username, displayName: mail.display_name ?? '' },
    expiresAt: mail.expires_at,
    code: linkCode(context, mail.id),
  });
  const envelope = { id: mail.id, to: mail.email, createdAt: mail.created_at, siteName: site.name };
  return composeMail(envelope, rendered, config.mail);
}

interface Sending {
  readonly id: string;
  readonly owner: string;
  readonly stopping: AbortSignal;
}

/**
 * Sends while it keeps the lease. A server that stops lets a mail that it has begun go on for a moment: one that is cut off
 * before the answer has to be sent again.
 */
async function send(
  { config, clock, db, log }: Context,
  message: Message,
  { id, owner, stopping }: Sending,
): Promise<Outcome> {
  if (!config.mail) throw new Error('there is a mail server where a mail was composed');
  const end = new AbortController();
  const stop = () => setTimeout(() => end.abort(), mailLimits.stopMs).unref();
  if (stopping.aborted) return { result: 'unreachable', answer: 'The server stops' };
  stopping.addEventListener('abort', stop, { once: true });
  const renewal = setInterval(() => {
    db.write((tx) => renewLease(tx, id, { owner, now: clock.now() })).catch((err) =>
      log.warn({ err, mail: id }, 'the lease of a mail could not be renewed'),
    );
  }, mailLimits.leaseMs / 3);
  const limit = AbortSignal.any([end.signal, AbortSignal.timeout(mailLimits.sendMs)]);
  try {
    return await sendMessage(config.mail.server, message, limit);
  } finally {
    clearInterval(renewal);
    stopping.removeEventListener('abort', stop);
  }
}

/** Gives up mails whose time is over, and forgets those that ended long ago; whether there were any. */
export const endOldMails = ({ clock, db }: Context): Promise<boolean> =>
  db.write((tx) => endOld(tx, clock.now()));
