import { countWaiting } from '../accounts/new-accounts/waiting.ts';
import { countOpenReports } from '../comments/report.ts';
import type { Context } from '../platform/context.ts';
import { siteNotices } from './notices.ts';
import { countUnseen, markSeen } from './store.ts';

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

/** Counted at once; beyond, where an admin has long not looked, by a thread. */
const fewActs = 1000;

async function unseenCount({ db }: Context, adminId: string): Promise<number> {
  const { count, more } = await countUnseen(db.read, adminId, fewActs);
  return more ? (await countUnseen(db.scan, adminId)).count : count;
}

/** The admin has seen the activity. Open reports and notices go on counting. */
export async function markRead({ db, realtime }: Context, adminId: string): Promise<void> {
  const { count, more } = await countUnseen(db.read, adminId, fewActs);
  if (count === 0 && !more) return;
  await db.write((tx) => {
    tx.afterCommit(() => realtime.publish({ type: 'activity', adminId }));
    return markSeen(tx, adminId);
  });
}
