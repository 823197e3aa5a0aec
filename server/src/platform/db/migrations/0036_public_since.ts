import type { Up } from './migration.ts';

/** Since when everybody may see a post that was published for admins first, and the index by which a week's new posts are listed. */
export const up: Up = async ({ run, types }) => {
  await run(`alter table posts add column public_since ${types.time}`);
  // Views are counted only while everybody may see a post: these were public before they were closed.
  await run(
    'update posts set public_since = published_at where published = 1 and admin_only = 1 and view_count > 0',
  );
  await run(
    'create index posts_public_since on posts (published, admin_only, (coalesce(public_since, published_at)), id)',
  );
};
