import { minuteMs } from '@duet/contract/limits';
import { countWaiting } from '../accounts/new-accounts/waiting.ts';
import { countOpenReports } from '../comments/report.ts';
import type { Context } from '../platform/context.ts';
import { siteNotices } from './notices.ts';
import { countUnseen, findNewest, markSeen } from './store.ts';

/**
 * The number on the activity button: what others did since the admin last looked, the open reports, the accounts that
 * wait for approval, and what the site itself has to say.
 */
export async function unreadCount(context: Context, adminId: string): Promise<number> {
  const { read } = context.db;
  const [unseen, reports, waiting, notices] = await Promise.all([
    unseenCount(context, adminId),
    countOpenReports(read),
    countWaiting(read),
    siteNotices(context),
  ]);
  return unseen + reports + waiting + notices.length;
}

/** By so much the clock of another server may be ahead of this one. */
const aheadMs = minuteMs;

/** The end of what may be of now. */
const endOf = ({ clock }: Context): number => clock.now() + aheadMs;

/** Counted at once; beyond, where an admin has long not looked, by a thread. */
const fewActs = 1000;

async function unseenCount(context: Context, adminId: string): Promise<number> {
  const { db } = context;
  const until = endOf(context);
  const { count, more } = await countUnseen(db.read, adminId, { until, atMost: fewActs });
  return more ? (await countUnseen(db.scan, adminId, { until })).count : count;
}

/** When the newest act was, in ms since 1970. */
export const newestAct = (context: Context): Promise<number> => findNewest(context.db.read, endOf(context));

/** The admin has seen what was done up to a time. What came later, open reports and notices go on counting. */
export async function markRead(context: Context, adminId: string, upTo: number): Promise<void> {
  const { db, realtime } = context;
  const until = endOf(context);
  const { count, more } = await countUnseen(db.read, adminId, { until, atMost: fewActs });
  if (count === 0 && !more) return;
  await db.write(async (tx) => {
    if (await markSeen(tx, adminId, { upTo: Math.min(upTo, until), until }))
      tx.afterCommit(() => realtime.publish({ type: 'activity', adminId }));
  });
}
