import type { MailStats } from '@duet/contract/dashboard/shapes';
import { mailLimits } from '@duet/contract/mail/limits';
import type { Context } from '../platform/context.ts';
import { isoTime } from '../platform/iso-time.ts';
import { sendsMail } from './mail.ts';
import { countFailed, findWaiting, listFailed } from './store.ts';

/** What admins have to know of the mails: how many wait, and which were given up and why. Null where none are sent. */
export async function mailOverview(context: Context): Promise<MailStats | null> {
  if (!sendsMail(context)) return null;
  const { read } = context.db;
  const [waiting, failed, failures] = await Promise.all([
    findWaiting(read),
    countFailed(read),
    listFailed(read, mailLimits.listed),
  ]);
  return {
    waiting: waiting.count,
    oldestWaiting: waiting.oldestAt === null ? null : isoTime(waiting.oldestAt),
    failed,
    failures: failures.map(({ id, email, reason, answer, ended_at }) => ({
      ...{ _id: id, email, reason: reason ?? 'unusable', answer: answer ?? '' },
      at: isoTime(ended_at ?? 0),
    })),
  };
}
