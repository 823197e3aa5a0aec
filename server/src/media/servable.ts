import type { Reads } from '../platform/db/database.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { contentTypes } from '../platform/storage/content-types.ts';
import { isSourceKey, mainKeys } from '../platform/storage/keys.ts';
import { publicPosts } from '../posts/public-posts.ts';
import { rowOfFile } from './files.ts';

export interface Servable extends Pick<MediaRow, 'content_type' | 'size' | 'sha256' | 'created_at' | 'kind'> {
  /** All who may read may see it: something public shows it. A thumbnail obeys what its picture obeys. */
  readonly isPublic: boolean;
  /** It is the cover or the icon of the site, which guests see wherever they are. */
  readonly isOfSite: boolean;
}

/**
 * What lies at a path, if it is ready. Public is what a published post that is not for admins alone shows, or a
 * person; what was only uploaded for a post is not shown by it.
 */
export async function findServable(reads: Reads, path: string): Promise<Servable | undefined> {
  const rows = await reads
    .selectFrom('media')
    .select([
      'content_type',
      'size',
      'sha256',
      'created_at',
      'kind',
      'path',
      'thumbnail_path',
      'source_widths',
    ])
    .select(({ exists, selectFrom, or }) =>
      or([
        exists(
          selectFrom('media_refs')
            .innerJoin('posts', 'posts.id', 'media_refs.owner_id')
            .select('posts.id')
            .whereRef('media_refs.media_id', '=', 'media.id')
            .where('media_refs.owner_type', '=', 'post')
            .where('media_refs.role', '!=', 'upload')
            .where(publicPosts),
        ),
        exists(
          selectFrom('media_refs')
            .select('media_refs.media_id')
            .whereRef('media_refs.media_id', '=', 'media.id')
            .where('media_refs.owner_type', '=', 'user'),
        ),
      ]).as('shown'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('media_refs')
          .select('media_refs.media_id')
          .whereRef('media_refs.media_id', '=', 'media.id')
          .where('media_refs.owner_type', '=', 'site'),
      ).as('of_site'),
    )
    .where('path', 'in', mainKeys(path))
    .where('state', '=', 'ready')
    .execute();
  const row = rowOfFile(rows, path);
  if (!row) return undefined;
  const { shown, of_site, content_type, size, sha256, created_at, kind } = row;
  const type = isSourceKey(path) ? contentTypes.webp : content_type;
  const seen = { isPublic: Boolean(shown), isOfSite: Boolean(of_site) };
  return { content_type: type, size, sha256, created_at, kind, ...seen };
}
