import type { Up } from './migration.ts';

/** Comments with their history, likes and reports; messages; what each admin has seen of the activity. */
export const up: Up = async ({ table, run, types }) => {
  await table('comments')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('post_id', types.id, (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id'))
    .addColumn('text', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('edited_at', types.time)
    .addColumn('like_count', types.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('dislike_count', types.integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await run('create index comments_post on comments (post_id, id)');
  await run('create index comments_created_at on comments (created_at, id)');
  await run('create index comments_user on comments (user_id, id)');

  await table('comment_versions')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('comment_id', types.id, (c) => c.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('text', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index comment_versions_comment on comment_versions (comment_id, id)');

  await table('comment_reactions')
    .addColumn('comment_id', types.id, (c) => c.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('action', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('comment_reactions_pkey', ['comment_id', 'user_id'])
    .execute();
  await run('create index comment_reactions_created_at on comment_reactions (created_at)');
  await run('create index comment_reactions_user on comment_reactions (user_id)');

  await table('comment_reports')
    .addColumn('comment_id', types.id, (c) => c.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reason', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('handled_at', types.time)
    .addPrimaryKeyConstraint('comment_reports_pkey', ['comment_id', 'user_id'])
    .execute();
  await run('create index comment_reports_open on comment_reports (comment_id) where handled_at is null');
  await run('create index comment_reports_user on comment_reports (user_id)');

  await table('messages')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('thread', types.text, (c) => c.notNull())
    .addColumn('sender_id', types.id, (c) => c.notNull().references('users.id'))
    .addColumn('recipient_id', types.id, (c) => c.notNull().references('users.id'))
    .addColumn('text', types.text, (c) => c.notNull())
    .addColumn('client_id', types.text)
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('read_at', types.time)
    .execute();
  await run('create index messages_thread on messages (thread, id)');
  await run('create unique index messages_client_key on messages (sender_id, recipient_id, client_id)');
  await run('create index messages_unread on messages (recipient_id, sender_id, id) where read_at is null');

  // A line of an inbox. Each thread has two, one for either person, so that an inbox is read without its messages.
  await table('conversations')
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('partner_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('last_message_id', types.id, (c) => c.notNull().references('messages.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('conversations_pkey', ['user_id', 'partner_id'])
    .execute();
  await run('create index conversations_newest on conversations (user_id, last_message_id)');
  await run('create index conversations_message on conversations (last_message_id)');
  await run('create index conversations_partner on conversations (partner_id)');

  await table('message_blocks')
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('blocked_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('message_blocks_pkey', ['user_id', 'blocked_id'])
    .execute();
  await run('create index message_blocks_blocked on message_blocks (blocked_id)');

  await table('activity_reads')
    .addColumn('user_id', types.id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('read_at', types.time, (c) => c.notNull())
    .execute();
};
