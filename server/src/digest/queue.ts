import { mailLimits } from '@duet/contract/mail/limits';
import { queueMail } from '../mail/mail.ts';
import type { Context } from '../platform/context.ts';
import { currentSite } from '../platform/site/settings.ts';
import { listDue, listNewPosts, markQueued } from './store.ts';
import { latestWeek, type Week } from './week.ts';

/**
 * Queues the mails of the week that ended last, for whom something was published in it; whether there were any. However often
 * and in however many servers it runs, each reader gets one of a week: the mail has a key, and the reader the week, both written
 * in one transaction. A site that was down for more than two days after the moment lets the week go.
 */
export async function queueDigests(context: Context, signal: AbortSignal): Promise<boolean> {
  const { clock, db } = context;
  const { atOnce, lateMs, lifeMs } = mailLimits.digest;
  const now = clock.now();
  const week = latestWeek(now, (await currentSite(context)).timeZone);
  if (now - week.until > lateMs) return false;
  const { until } = week;
  let any = false;
  while (!signal.aborted) {
    const queued = await db.write(async (tx) => {
      const readers = await listDue(tx, week, atOnce);
      if (readers.length === 0) return null;
      const hasNews = new Map<number, boolean>();
      let mails = 0;
      for (const { id, email, queued_at } of readers) {
        const from = beginFor(queued_at, week);
        if (!hasNews.has(from)) hasNews.set(from, (await listNewPosts(tx, { from, until }, 1)).length > 0);
        if (email === null || !hasNews.get(from)) continue;
        mails += 1;
        await queueMail(context, tx, {
          kind: 'digest',
          to: { email, userId: id },
          facts: { from, until },
          onceKey: `digest|${id}|${week.name}`,
          expiresAt: until + lifeMs,
          bulk: true,
        });
      }
      await markQueued(
        tx,
        readers.map(({ id }) => id),
        until,
      );
      return mails;
    });
    if (queued === null) break;
    any ||= queued > 0;
  }
  return any;
}

/** Where the last week of a reader ended, also by another time zone of the site than that of now: nothing is left out or told twice. */
const beginFor = (queuedAt: number, { from, until }: Week): number =>
  Math.abs(queuedAt - from) < (until - from) / 2 ? queuedAt : from;
