import { limits } from '@duet/contract/limits';
import { isLive } from '../accounts/sessions/session-life.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { currentSite } from '../platform/site/settings.ts';
import type { Head, Reached } from './delivery-slots.ts';
import type { Notice } from './notice.ts';
import { type Outcome, sendPush } from './push-service.ts';
import { renderNotice } from './render.ts';
import { deleteDead } from './store.ts';
import {
  type Due,
  deleteNotices,
  endDelivery,
  findHeads,
  hasComment,
  hasEndedNotices,
  rescheduleDelivery,
  takeDue,
} from './store-notices.ts';
import { vapidOf } from './vapid.ts';

const { leaseMs, tries, firstRetryMs, maxRetryMs, lifeMs } = limits.push;

interface Ended extends Attempt {
  readonly head: Head;
  readonly due: Due;
}

/**
 * Sends what is due, and what becomes due meanwhile, each notification as soon as it has a slot (delivery-slots.ts); answers
 * whether there was any. Every server of a site may do so at once.
 */
export async function deliverDue(context: Context, signal: AbortSignal): Promise<boolean> {
  const { clock, db, deliverySlots: slots, deliveryWake } = context;
  const underWay = new Set<Promise<void>>();
  const ended: Ended[] = [];
  let heads: Head[] = [];
  let worked = false;
  let woken = Promise.withResolvers<void>();
  let arrived = false;
  const unlisten = deliveryWake.listen(() => {
    arrived = true;
    woken.resolve();
  });
  const look = async () => {
    arrived = false;
    woken = Promise.withResolvers();
    heads = await findHeads(db.read, clock.now());
  };
  const start = (head: Head, due: Due) => {
    const sending = deliverSafely(context, due, signal).then((attempt) => {
      ended.push({ head, due, ...attempt });
      underWay.delete(sending);
    });
    underWay.add(sending);
  };
  try {
    while (!signal.aborted) {
      await recordOutcomes(context, ended.splice(0), signal);
      // What has arrived has its turn at once, whatever waits.
      if (arrived) await look();
      let chosen = slots.choose(heads, clock.now());
      if (chosen.length === 0) {
        await look();
        chosen = slots.choose(heads, clock.now());
      }
      if (chosen.length > 0) worked = true;
      await startAll(context, chosen, start);
      if (underWay.size > 0 && ended.length === 0) await Promise.race([...underWay, woken.promise]);
      else if (chosen.length === 0 && ended.length === 0) break;
    }
  } finally {
    unlisten();
    await Promise.all(underWay);
    await recordOutcomes(context, ended.splice(0), signal);
  }
  // What was for devices that were let go ends with none of them, and may be words of a message.
  if (await hasEndedNotices(db.read)) await db.write(deleteNotices);
  return worked;
}

/** Starts those that no other server has taken meanwhile. */
async function startAll(
  { clock, db, deliverySlots }: Context,
  chosen: readonly Head[],
  start: (head: Head, due: Due) => void,
): Promise<void> {
  if (chosen.length === 0) return;
  const waiting = new Map(chosen.map((head) => [`${head.notice_id} ${head.subscription_id}`, head]));
  try {
    const now = clock.now();
    const taken = await db.write((tx) => takeDue(tx, chosen, { now, leaseUntil: now + leaseMs }));
    for (const due of taken) {
      const key = `${due.notice_id} ${due.subscription_id}`;
      const head = waiting.get(key);
      if (!head) continue;
      waiting.delete(key);
      start(head, due);
    }
  } finally {
    for (const head of waiting.values()) deliverySlots.end(head, null, clock.now());
  }
}

interface Attempt {
  readonly outcome: Outcome;
  /** Null where nothing was sent. */
  readonly reached: Reached | null;
}

/** One that cannot be made holds up none of the others. */
async function deliverSafely(context: Context, due: Due, signal: AbortSignal): Promise<Attempt> {
  try {
    return await deliver(context, due, signal);
  } catch (err) {
    context.log.error({ err, notice: due.notice_id }, 'a notification could not be made');
    return { outcome: { result: 'retry', status: null, afterMs: null }, reached: null };
  }
}

async function deliver(context: Context, due: Due, signal: AbortSignal): Promise<Attempt> {
  const now = context.clock.now();
  const unwanted: Attempt = { outcome: { result: 'refused', status: null }, reached: null };
  if (!isWanted(due, now, context.confirmedClock.now())) return unwanted;
  const notice = JSON.parse(due.notice) as Notice;
  if (!(await stillConcerns(context, due, notice))) return unwanted;
  const payload = renderNotice(notice, due.created_at, {
    language: due.language ?? due.device_language,
    showsText: due.notifications_text === 1,
    site: (await currentSite(context)).name,
  });
  const outcome = await sendPush(
    {
      endpoint: due.endpoint,
      p256dh: due.p256dh,
      auth: due.auth,
      payload: JSON.stringify(payload),
      ttlSeconds: Math.ceil(Math.min(lifeMs, due.created_at + lifeMs - now) / 1000),
      urgency: payload.kind === 'message' ? 'high' : 'normal',
    },
    { vapid: vapidOf(context), allowedOrigins: context.config.pushServices, signal },
  );
  return { outcome, reached: reachedBy(outcome) };
}

function reachedBy(outcome: Outcome): Reached | null {
  if (outcome.result === 'retry') return { result: 'failed', afterMs: outcome.afterMs ?? 0 };
  return outcome.status === null ? null : { result: 'answered' };
}

/** Whether the device still takes it: the person may have changed their mind, or their session have run out. */
function isWanted(due: Due, now: number, confirmedNow: number): boolean {
  const { role, session_created_at: created_at, session_last_used_at: last_used_at } = due;
  const paused = due.notifications_off_until !== null && due.notifications_off_until > now;
  return (
    confirmedNow - due.created_at < lifeMs &&
    due.deleted_at === null &&
    due.notifications_push === 1 &&
    !paused &&
    isLive({ role, created_at, last_used_at }, now)
  );
}

/** Whether a person may and would still know of it, by the rules by which it was queued (`concerned` in store-notices.ts). */
async function stillConcerns({ db, findAnnouncement }: Context, due: Due, notice: Notice): Promise<boolean> {
  const { blocks_actor: blocks, acts_as_admin: isAdmin } = due;
  switch (notice.kind) {
    case 'message':
      return !blocks;
    case 'post': {
      if (blocks || due.notifications_posts !== 1) return false;
      const post = await findAnnouncement(db.read, notice.postId);
      return post !== null && (!post.adminsOnly || Boolean(isAdmin));
    }
    case 'comment':
      if (blocks || !isAdmin || (await findAnnouncement(db.read, notice.postId)) === null) return false;
      return notice.commentId === undefined || (await hasComment(db.read, notice.commentId));
    case 'report':
      return Boolean(isAdmin) && (await hasComment(db.read, notice.commentId));
    case 'waiting':
      return Boolean(isAdmin);
  }
}

/** Writes down what became of them. Their devices take nothing else before that. */
async function recordOutcomes(context: Context, ended: readonly Ended[], signal: AbortSignal): Promise<void> {
  // What a stopping server was at stays due: its lease ends, and another one or the next start sends it.
  const known = ended.filter(({ outcome }) => !signal.aborted || outcome.result !== 'retry');
  const now = context.clock.now();
  try {
    if (known.length > 0) await context.db.write((tx) => writeDown(tx, known, now));
  } finally {
    for (const { head, reached } of ended) context.deliverySlots.end(head, reached, now);
  }
  for (const { outcome } of known) {
    if (outcome.result === 'refused' && outcome.status !== null)
      context.log.warn({ status: outcome.status }, 'a push service refused a notification');
  }
}

async function writeDown(tx: Writes, ended: readonly Ended[], now: number): Promise<void> {
  for (const { due, outcome } of ended) {
    const attempts = due.attempts + 1;
    if (outcome.result === 'gone') await deleteDead(tx, due.subscription_id);
    else if (outcome.result === 'retry' && attempts < tries)
      await rescheduleDelivery(tx, due, now + waitMs(attempts, outcome.afterMs));
    else await endDelivery(tx, due);
  }
  await deleteNotices(tx);
}

/** 30 s, 2 min, 8 min …, or what the push service asks for. */
const waitMs = (attempts: number, asked: number | null): number =>
  Math.min(maxRetryMs, Math.max(asked ?? 0, firstRetryMs * 4 ** (attempts - 1)));
