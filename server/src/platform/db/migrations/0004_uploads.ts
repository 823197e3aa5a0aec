import type { Up } from './migration.ts';

/** Uploads in chunks, and the conversion of videos that browsers do not play. */
export const up: Up = async ({ table, run, types }) => {
  await table('upload_sessions')
    .addColumn('id', types.id, (c) => c.primaryKey())
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('file_name', types.text, (c) => c.notNull())
    .addColumn('file_size', types.integer, (c) => c.notNull())
    .addColumn('file_type', types.text, (c) => c.notNull())
    .addColumn('chunk_size', types.integer, (c) => c.notNull())
    .addColumn('received', types.text, (c) => c.notNull())
    .addColumn('state', types.text, (c) => c.notNull())
    .addColumn('sha256', types.text, (c) => c.notNull())
    .addColumn('post_id', types.id)
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('expires_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index upload_sessions_user on upload_sessions (user_id, expires_at)');
  await run('create index upload_sessions_expires on upload_sessions (expires_at)');

  await table('video_conversions')
    .addColumn('media_id', types.id, (c) => c.primaryKey().references('media.id').onDelete('cascade'))
    .addColumn('state', types.text, (c) => c.notNull())
    .addColumn('progress', types.integer, (c) => c.notNull())
    .addColumn('error', types.text)
    .addColumn('attempts', types.integer, (c) => c.notNull())
    .addColumn('lease_until', types.time)
    .addColumn('created_at', types.time, (c) => c.notNull())
    .addColumn('updated_at', types.time, (c) => c.notNull())
    .execute();
  await run('create index video_conversions_state on video_conversions (state, created_at)');
};
