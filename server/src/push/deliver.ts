import { limits } from '@duet/contract/limits';
import { isLive } from '../accounts/session-life.ts';
import type { Context } from '../platform/context.ts';
import type { Notice } from './notice.ts';
import { type Outcome, sendPush } from './push-service.ts';
import { renderNotice } from './render.ts';
import { deleteDead } from './store.ts';
import { type Due, endDelivery, forgetTold, hasDue, putOff, takeDue } from './store-notices.ts';
import { vapidOf } from './vapid.ts';

const { batch, leaseMs, tries, firstRetryMs, maxRetryMs, lifeMs } = limits.push;

/** Sends what is due, one batch; answers whether there was any. Every server of a site may do so at once. */
export async function deliverDue(context: Context, signal: AbortSignal): Promise<boolean> {
  const now = context.clock.now();
  if (!(await hasDue(context.db.read, now))) return false;
  const due = await context.db.write((tx) => takeDue(tx, { now, leaseUntil: now + leaseMs, limit: batch }));
  if (due.length === 0) return false;
  const outcomes = await Promise.all(due.map((each) => deliverSafely(context, each, now, signal)));
  // What a stopping server was at stays due: its lease ends, and another one or the next start sends it.
  if (!signal.aborted) await settle(context, due, outcomes);
  return true;
}

/** One that cannot be made holds up none of the others. */
async function deliverSafely(context: Context, due: Due, now: number, signal: AbortSignal): Promise<Outcome> {
  try {
    return await deliver(context, due, now, signal);
  } catch (err) {
    context.log.error({ err, notice: due.notice_id }, 'a notification could not be made');
    return { result: 'retry', status: null, afterMs: null };
  }
}

async function deliver(context: Context, due: Due, now: number, signal: AbortSignal): Promise<Outcome> {
  if (!isWanted(due, now)) return { result: 'refused', status: null };
  const payload = renderNotice(JSON.parse(due.notice) as Notice, due.created_at, {
    language: due.language ?? due.device_language,
    showsText: due.notifications_text === 1,
  });
  return sendPush(
    {
      endpoint: due.endpoint,
      p256dh: due.p256dh,
      auth: due.auth,
      payload: JSON.stringify(payload),
      ttlSeconds: Math.ceil((due.created_at + lifeMs - now) / 1000),
      urgency: payload.kind === 'message' ? 'high' : 'normal',
    },
    { vapid: vapidOf(context), allowedOrigins: context.config.pushServices, signal },
  );
}

/** Whether the device still takes it: the person may have changed their mind, or their session have run out. */
function isWanted(due: Due, now: number): boolean {
  const { role, session_created_at: created_at, session_last_used_at: last_used_at } = due;
  const paused = due.notifications_off_until !== null && due.notifications_off_until > now;
  return (
    now - due.created_at < lifeMs &&
    due.deleted_at === null &&
    due.notifications_push === 1 &&
    !paused &&
    isLive({ role, created_at, last_used_at }, now)
  );
}

async function settle(context: Context, due: readonly Due[], outcomes: readonly Outcome[]): Promise<void> {
  const now = context.clock.now();
  await context.db.write(async (tx) => {
    for (const [index, each] of due.entries()) {
      const outcome = outcomes[index];
      const attempts = each.attempts + 1;
      if (outcome?.result === 'gone') await deleteDead(tx, each.subscription_id);
      else if (outcome?.result === 'retry' && attempts < tries)
        await putOff(tx, each, now + waitMs(attempts, outcome.afterMs));
      else await endDelivery(tx, each);
    }
    await forgetTold(tx);
  });
  for (const outcome of outcomes) {
    if (outcome.result === 'refused' && outcome.status !== null)
      context.log.warn({ status: outcome.status }, 'a push service refused a notification');
  }
}

/** 30 s, 2 min, 8 min …, or what the push service asks for. */
const waitMs = (attempts: number, asked: number | null): number =>
  Math.min(maxRetryMs, Math.max(asked ?? 0, firstRetryMs * 4 ** (attempts - 1)));
