import { limits } from '@duet/contract/limits';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { actingAdmin } from '../accounts/active-admin.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import { preparedRead } from '../platform/db/prepared.ts';
import type { PushDeliveryRow, PushSubscriptionRow } from '../platform/db/schema/push.ts';
import type { Schema } from '../platform/db/schema.ts';
import type { Head } from './delivery-slots.ts';
import type { Notice } from './notice.ts';

const anyDevice = preparedRead((db) => db.selectFrom('push_subscriptions').select('id').limit(1));

const deviceOf = preparedRead((db, { userId }: { userId: string }) =>
  db.selectFrom('push_subscriptions').select('id').where('user_id', '=', userId).limit(1),
);

/** Whether anybody takes notifications at all, or this person does: most sites and people have no device that does. */
export async function hasDevices(reads: Reads, userId: string | null): Promise<boolean> {
  const found = userId === null ? anyDevice.first(reads, {}) : deviceOf.first(reads, { userId });
  return (await found) !== undefined;
}

interface NewNotice {
  readonly id: string;
  readonly notice: Notice;
  readonly at: number;
}

/** Keeps a notice for the devices of all whom it concerns; false where it concerns nobody who wants to know. */
export async function addNotice(tx: Writes, { id, notice, at }: NewNotice): Promise<boolean> {
  await tx
    .insertInto('push_notices')
    .values({ id, actor_id: notice.by.id, notice: JSON.stringify(notice), created_at: at })
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('push_deliveries')
    .columns(['notice_id', 'subscription_id', 'attempts', 'due_at'])
    .expression(
      concerned(tx, notice, at)
        .innerJoin('push_notices', (join) => join.on('push_notices.id', '=', id))
        .select(['push_notices.id', 'push_subscriptions.id as subscription_id'])
        .select([sql<number>`0`.as('attempts'), 'push_notices.created_at']),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows > 0n) return true;
  await tx.deleteFrom('push_notices').where('id', '=', id).execute();
  return false;
}

/** The devices of all people whom a notice concerns and who take notifications. */
function concerned(tx: Writes, notice: Notice, now: number) {
  const willing = tx
    .selectFrom('push_subscriptions')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .where('users.deleted_at', 'is', null)
    .where('users.notifications_push', '=', 1)
    .where((eb) =>
      eb.or([
        eb('users.notifications_off_until', 'is', null),
        eb('users.notifications_off_until', '<=', now),
      ]),
    )
    .where('users.id', '!=', notice.by.id);
  const notBlocking = willing.where(({ eb, not, exists }) =>
    not(
      exists(
        eb
          .selectFrom('message_blocks')
          .select('message_blocks.user_id')
          .whereRef('message_blocks.user_id', '=', 'users.id')
          .where('message_blocks.blocked_id', '=', notice.by.id),
      ),
    ),
  );
  switch (notice.kind) {
    case 'message':
      return notBlocking.where('users.id', '=', notice.recipientId);
    case 'post':
      return notBlocking
        .where('users.notifications_posts', '=', 1)
        .$if(notice.adminOnly, (query) => query.where(actingAdmin))
        .$if(notice.adminsKnow === true, (query) => query.where(({ not }) => not(actingAdmin)));
    case 'comment':
      return notBlocking.where(actingAdmin);
    case 'report':
    case 'waiting':
      return willing.where(actingAdmin);
  }
}

/** One notice for one device, with all that decides whether and how it is sent. */
export type Due = PushDeliveryRow &
  Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'> & {
    readonly notice: string;
    readonly created_at: number;
    readonly device_language: 'en' | 'ro';
    readonly language: 'en' | 'ro' | null;
    readonly notifications_text: number;
    readonly notifications_push: number;
    readonly notifications_posts: number;
    readonly notifications_off_until: number | null;
    readonly deleted_at: number | null;
    readonly role: 'user' | 'admin';
    readonly session_created_at: number;
    readonly session_last_used_at: number;
    /** Whether the person has blocked who did it. */
    readonly blocks_actor: SqlBool;
    readonly acts_as_admin: SqlBool;
  };

/**
 * Whether a delivery waits. One that was put off for longer than any is, was so by a clock that was ahead, and one that was never
 * tried has nothing to wait for.
 */
const isDue = (now: number) => {
  const { attempts, due_at } = {
    attempts: sql.ref('push_deliveries.attempts'),
    due_at: sql.ref('push_deliveries.due_at'),
  };
  return sql<boolean>`(${attempts} = 0 or ${due_at} <= ${now} or ${due_at} > ${now + limits.push.maxRetryMs})`;
};

/**
 * The oldest notification of each device for which one waits, in the order of time. A device to which one is on its way, or for
 * which a failed one waits to be tried again, takes no other meanwhile.
 */
export async function findHeads(reads: Reads, now: number): Promise<Head[]> {
  const rows = await reads
    .selectFrom('push_deliveries')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'push_deliveries.subscription_id')
    .select(['push_subscriptions.id as subscription_id', 'push_subscriptions.user_id'])
    .select('push_subscriptions.endpoint')
    .select(({ fn }) => fn.min('push_deliveries.notice_id').as('notice_id'))
    .groupBy(['push_subscriptions.id', 'push_subscriptions.user_id', 'push_subscriptions.endpoint'])
    .having(sql<number>`max(case when ${isDue(now)} then 0 else 1 end)`, '=', 0)
    .orderBy('notice_id')
    .execute();
  return rows.map(({ endpoint, ...row }) => ({ ...row, origin: new URL(endpoint).origin }));
}

/** Whether a comment that a notice is about is still there. */
export async function hasComment(reads: Reads, id: string): Promise<boolean> {
  return (
    (await reads.selectFrom('comments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  );
}

/** Takes of these what still waits; until `leaseUntil` nobody else takes it. */
export async function takeDue(
  tx: Writes,
  heads: readonly Head[],
  { now, leaseUntil }: { readonly now: number; readonly leaseUntil: number },
): Promise<Due[]> {
  const keys = sql.join(
    heads.map(({ notice_id, subscription_id }) => sql`(${notice_id}, ${subscription_id})`),
  );
  const among = sql<boolean>`(push_deliveries.notice_id, push_deliveries.subscription_id) in (values ${keys})`;
  const due = await tx
    .selectFrom('push_deliveries')
    .innerJoin('push_notices', 'push_notices.id', 'push_deliveries.notice_id')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'push_deliveries.subscription_id')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .selectAll('push_deliveries')
    .select(['push_subscriptions.endpoint', 'push_subscriptions.p256dh', 'push_subscriptions.auth'])
    .select(['push_notices.notice', 'push_notices.created_at'])
    .select(['push_subscriptions.language as device_language', 'users.language', 'users.role'])
    .select(['users.notifications_text', 'users.notifications_push', 'users.notifications_off_until'])
    .select(['users.deleted_at', 'sessions.created_at as session_created_at'])
    .select(['sessions.last_used_at as session_last_used_at', 'users.notifications_posts'])
    .select((eb) => actingAdmin(eb).as('acts_as_admin'))
    .select(({ eb, exists }) =>
      exists(
        eb
          .selectFrom('message_blocks')
          .select('message_blocks.user_id')
          .whereRef('message_blocks.user_id', '=', 'users.id')
          .whereRef('message_blocks.blocked_id', '=', 'push_notices.actor_id'),
      ).as('blocks_actor'),
    )
    .where(among)
    .where(isDue(now))
    .execute();
  if (due.length === 0) return due;
  await tx
    .updateTable('push_deliveries')
    .set(({ eb }) => ({ due_at: leaseUntil, attempts: eb('attempts', '+', 1) }))
    .where(among)
    .where(isDue(now))
    .execute();
  return due;
}

type Key = Pick<PushDeliveryRow, 'notice_id' | 'subscription_id'>;

export async function rescheduleDelivery(
  tx: Writes,
  { notice_id, subscription_id }: Key,
  until: number,
): Promise<void> {
  await tx
    .updateTable('push_deliveries')
    .set({ due_at: until })
    .where('notice_id', '=', notice_id)
    .where('subscription_id', '=', subscription_id)
    .execute();
}

/** Those that were delivered, or will not be. */
export async function endDelivery(tx: Writes, { notice_id, subscription_id }: Key): Promise<void> {
  await tx
    .deleteFrom('push_deliveries')
    .where('notice_id', '=', notice_id)
    .where('subscription_id', '=', subscription_id)
    .execute();
}

/** Whether a notice has no device any more that waits for it: each has told it, or has been let go. */
export async function hasEndedNotices(reads: Reads): Promise<boolean> {
  const row = await reads.selectFrom('push_notices').select('id').where(isEnded).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Forgets notices that nobody waits for any more. */
export async function deleteNotices(tx: Writes): Promise<void> {
  await tx.deleteFrom('push_notices').where(isEnded).execute();
}

const isEnded = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'push_notices'>) =>
  not(
    exists(
      selectFrom('push_deliveries')
        .select('push_deliveries.notice_id')
        .whereRef('push_deliveries.notice_id', '=', 'push_notices.id'),
    ),
  );
