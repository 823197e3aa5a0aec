import { countOpenReports } from '../comments/report.ts';
import type { Context } from '../platform/context.ts';
import { siteNotices } from './notices.ts';
import { countUnseen, markSeen } from './store.ts';

/**
 * The number on the activity button: what others did since the admin last looked, the open reports, and what the site
 * itself has to say.
 */
export async function unreadCount(context: Context, adminId: string): Promise<number> {
  const { read, scan } = context.db;
  const [unseen, reports, notices] = await Promise.all([
    countUnseen(scan, adminId),
    countOpenReports(read),
    siteNotices(context),
  ]);
  return unseen + reports + notices.length;
}

/** The admin has seen the activity. Open reports and notices go on counting. */
export async function markRead({ db, realtime }: Context, adminId: string): Promise<void> {
  if ((await countUnseen(db.scan, adminId)) === 0) return;
  await db.write((tx) => {
    tx.afterCommit(() => realtime.publish({ type: 'activity', adminId }));
    return markSeen(tx, adminId);
  });
}
