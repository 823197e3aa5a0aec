import { dayMs, minuteMs } from '@duet/contract/limits';
import { countWaiting } from '../accounts/new-accounts/waiting.ts';
import { countOpenReports } from '../comments/report.ts';
import type { Context } from '../platform/context.ts';
import { siteNotices } from './notices.ts';
import { countUnseen, findNewest, findReadAt, markSeen } from './store.ts';

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
  const { after } = await lastLook(context, adminId, until);
  const { count, more } = await countUnseen(db.read, adminId, { after, until, atMost: fewActs });
  return more ? (await countUnseen(db.scan, adminId, { after, until })).count : count;
}

/**
 * What counts as unseen where the clock was ahead when the admin last looked, so that nobody knows since when: not all that was ever
 * done, and not so little that it passes before anybody looks.
 */
const unknownMs = dayMs;

interface Look {
  /** What was done later was not seen. */
  readonly after: number;
  readonly wasAhead: boolean;
}

async function lastLook({ db }: Context, adminId: string, until: number): Promise<Look> {
  const readAt = await findReadAt(db.read, adminId);
  const wasAhead = readAt !== null && readAt > until;
  return { after: wasAhead ? until - unknownMs : (readAt ?? -1), wasAhead };
}

/** When the newest act was, in ms since 1970. */
export const newestAct = (context: Context): Promise<number> => findNewest(context.db.read, endOf(context));

/**
 * The admin has seen what was done up to a time, and nothing that nobody has done yet. What came later, open reports and notices go
 * on counting.
 */
export async function markRead(context: Context, adminId: string, upTo: number): Promise<void> {
  const { db, realtime } = context;
  const until = endOf(context);
  const { after, wasAhead } = await lastLook(context, adminId, until);
  const { count, more } = await countUnseen(db.read, adminId, { after, until, atMost: fewActs });
  if (count === 0 && !more && !wasAhead) return;
  const seen = Math.min(upTo, await findNewest(db.read, until));
  await db.write(async (tx) => {
    if (await markSeen(tx, adminId, { upTo: seen, until }))
      tx.afterCommit(() => realtime.publish({ type: 'activity', adminId }));
  });
}
