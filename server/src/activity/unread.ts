import { countOpenReports } from '../comments/report.ts';
import type { Context } from '../platform/context.ts';
import { countUnseen, markSeen } from './store.ts';

/** The number on the activity button: what others did since the admin last looked, and the open reports. */
export async function unreadCount({ db }: Context, adminId: string): Promise<number> {
  const [unseen, reports] = await Promise.all([countUnseen(db.read, adminId), countOpenReports(db.read)]);
  return unseen + reports;
}

/** The admin has seen the activity. Open reports go on counting. */
export async function markRead({ db, realtime }: Context, adminId: string): Promise<void> {
  if ((await countUnseen(db.read, adminId)) === 0) return;
  await db.write((tx) => {
    tx.afterCommit(() => realtime.publish({ type: 'activity', adminId }));
    return markSeen(tx, adminId);
  });
}
