import { mailLimits } from '@duet/contract/mail/limits';
import { queueMail } from '../mail/mail.ts';
import type { Context } from '../platform/context.ts';
import { currentSite } from '../platform/site/settings.ts';
import { listDue, listNewPosts, markQueued } from './store.ts';
import { latestWeek } from './week.ts';

/**
 * Queues the mails of the week that ended last, where something was published in it; whether there were any. However often and
 * in however many servers it runs, each reader gets one of a week: the mail has a key, and the reader the week, both written
 * in one transaction. A site that was down for more than two days after the moment lets the week go.
 */
export async function queueDigests(context: Context, signal: AbortSignal): Promise<boolean> {
  const { clock, db } = context;
  const { atOnce, lateMs, lifeMs } = mailLimits.digest;
  const now = clock.now();
  const week = latestWeek(now, (await currentSite(context)).timeZone);
  if (now - week.until > lateMs || (await listNewPosts(db.read, week, 1)).length === 0) return false;
  const { from, until } = week;
  let any = false;
  while (!signal.aborted) {
    const queued = await db.write(async (tx) => {
      const readers = await listDue(tx, week, atOnce);
      if (readers.length === 0) return 0;
      for (const { id, email } of readers) {
        if (email === null) continue;
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
      return readers.length;
    });
    if (queued === 0) break;
    any = true;
  }
  return any;
}
