import type { Up } from './migration.ts';

/** Accounts, posts and their media. */
export const up: Up = async ({ table, run, types }) => {
  await table('users')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('username', types.text, (c) => c.notNull())
    .addColumn('email', types.text, (c) => c.notNull())
    .addColumn('password_hash', types.text, (c) => c.notNull())
    .addColumn('role', types.text, (c) => c.notNull())
    .addColumn('language', types.text)
    .addColumn('picture_media_id', types.id)
    .addColumn('notifications_push', types.bool, (c) => c.notNull().defaultTo(1))
    .addColumn('notifications_off_until', types.time)
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('deleted_at', types.time)
    .execute();
  await run('create unique index users_username_key on users (lower(username))');
  await run('create unique index users_email_key on users (lower(email))');
  await run('create index users_created_at on users (created_at, id)');

  await table('sessions')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('last_used_at', types.time, (c) => c.notNull())
    .addColumn('user_agent', types.text, (c) => c.notNull())
    .addColumn('address', types.text, (c) => c.notNull())
    .execute();
  await run('create unique index sessions_token_hash_key on sessions (token_hash)');
  await run('create index sessions_user on sessions (user_id, last_used_at)');

  await table('setup_codes')
    .addColumn('code_hash', types.text, (c) => c.primaryKey())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('expires_at', types.time, (c) => c.notNull())
    .execute();

  await table('audit')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('at', types.time, (c) => c.notNull())
    .addColumn('actor_id', types.id)
    .addColumn('action', types.text, (c) => c.notNull())
    .addColumn('subject_id', types.id)
    .addColumn('details', types.json, (c) => c.notNull())
    .addColumn('address', types.text, (c) => c.notNull())
    .execute();
  await run('create index audit_at on audit (at, id)');

  await table('media')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('kind', types.text, (c) => c.notNull())
    .addColumn('state', types.text, (c) => c.notNull())
    .addColumn('path', types.text, (c) => c.notNull())
    .addColumn('thumbnail_path', types.text)
    .addColumn('owner_id', types.id, (c) => c.notNull().references('users.id'))
    .addColumn('file_name', types.text, (c) => c.notNull())
    .addColumn('content_type', types.text, (c) => c.notNull())
    .addColumn('size', types.integer, (c) => c.notNull())
    .addColumn('sha256', types.text, (c) => c.notNull())
    .addColumn('width', types.integer, (c) => c.notNull())
    .addColumn('height', types.integer, (c) => c.notNull())
    .addColumn('duration', types.real)
    .addColumn('placeholder', types.text, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('released_at', types.time)
    .execute();
  await run('create unique index media_path_key on media (path)');
  await run('create index media_thumbnail_path on media (thumbnail_path)');
  await run('create index media_state on media (state, created_at)');

  // What refers to a file. An owner is a post (published or draft) or a user; `role` says as what.
  await table('media_refs')
    .addColumn('owner_type', types.text, (c) => c.notNull())
    .addColumn('owner_id', types.id, (c) => c.notNull())
    .addColumn('role', types.text, (c) => c.notNull())
    .addColumn('position', types.integer, (c) => c.notNull())
    .addColumn('media_id', types.id, (c) => c.notNull().references('media.id'))
    .addColumn('alt', types.text, (c) => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('media_refs_pkey', ['owner_type', 'owner_id', 'role', 'position'])
    .execute();
  await run('create index media_refs_media on media_refs (media_id)');

  await table('posts')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('post_type', types.text, (c) => c.notNull())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id'))
    .addColumn('title', types.text, (c) => c.notNull())
    .addColumn('caption', types.text, (c) => c.notNull())
    .addColumn('content', types.text, (c) => c.notNull())
    .addColumn('content_format', types.text, (c) => c.notNull())
    .addColumn('content_policy', types.integer, (c) => c.notNull())
    .addColumn('admin_only', types.bool, (c) => c.notNull())
    .addColumn('published', types.bool, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('published_at', types.time)
    .addColumn('updated_at', types.time, (c) => c.notNull())
    .addColumn('like_count', types.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('likes_extra', types.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('view_count', types.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('views_extra', types.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('comment_count', types.integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await run('create index posts_feed on posts (published, published_at, id)');
  await run('create index posts_user on posts (user_id, published)');

  await table('likes')
    .addColumn('post_id', types.id, (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('count', types.integer, (c) => c.notNull())
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('updated_at', types.time, (c) => c.notNull())
    .addPrimaryKeyConstraint('likes_pkey', ['post_id', 'user_id'])
    .execute();
  await run('create index likes_user on likes (user_id)');
  await run('create index likes_updated on likes (updated_at)');
};
