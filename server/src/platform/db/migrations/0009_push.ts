import type { Up } from './migration.ts';

/** Devices that take notifications, what is to be told, and what people want to be told of. */
export const up: Up = async ({ table, run, types }) => {
  await run(`alter table users add column notifications_posts ${types.bool} not null default 0`);
  await run(`alter table users add column notifications_text ${types.bool} not null default 0`);

  // A device is signed out with its session, so it goes with the session's row.
  await table('push_subscriptions')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_id', types.id, (c) => c.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('endpoint', types.text, (c) => c.notNull())
    .addColumn('p256dh', types.text, (c) => c.notNull())
    .addColumn('auth', types.text, (c) => c.notNull())
    .addColumn('language', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .execute();
  await run('create unique index push_subscriptions_endpoint_key on push_subscriptions (endpoint)');
  await run('create index push_subscriptions_user on push_subscriptions (user_id, created_at)');
  await run('create index push_subscriptions_session on push_subscriptions (session_id)');

  await table('push_notices')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('actor_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('notice', types.json, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index push_notices_actor on push_notices (actor_id)');

  // One notice on its way to one device.
  await table('push_deliveries')
    .addColumn('notice_id', types.id, (c) => c.notNull().references('push_notices.id').onDelete('cascade'))
    .addColumn('subscription_id', types.id, (c) =>
      c.notNull().references('push_subscriptions.id').onDelete('cascade'),
    )
    .addColumn('attempts', types.integer, (c) => c.notNull())
    .addColumn('due_at', types.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('push_deliveries_pkey', ['notice_id', 'subscription_id'])
    .execute();
  await run('create index push_deliveries_due on push_deliveries (due_at)');
  await run('create index push_deliveries_subscription on push_deliveries (subscription_id)');
};
