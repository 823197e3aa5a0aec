import type { Up } from './migration.ts';

/** Since when everybody may see a post that was published for admins first, and the index by which a week's new posts are listed. */
export const up: Up = async ({ run, types }) => {
  await run(`alter table posts add column public_since ${types.time}`);
  await run(
    'create index posts_public_since on posts (published, admin_only, (coalesce(public_since, published_at)), id)',
  );
};
