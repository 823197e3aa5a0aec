import type { Up } from './migration.ts';

/** What an author's device called a comment that was deleted, so that a retry of it is not another comment. */
export const up: Up = async ({ table, run, types }) => {
  await table('deleted_comments')
    .addColumn('post_id', types.id, (c) => c.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('user_id', types.id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client_id', types.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('deleted_comments_pkey', ['post_id', 'user_id', 'client_id'])
    .execute();
  await run('create index deleted_comments_user on deleted_comments (user_id)');
};
