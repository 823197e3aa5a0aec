import type { Reads } from '../platform/db/database.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { isSourceKey, mainKeys } from '../platform/storage/keys.ts';
import { publicPosts } from '../posts/public-posts.ts';
import { rowOfFile } from './files.ts';

export interface Servable extends Pick<MediaRow, 'content_type' | 'size' | 'sha256' | 'created_at' | 'kind'> {
  /** Everybody may see it: something public shows it. A thumbnail obeys what its picture obeys. */
  readonly isPublic: boolean;
}

/**
 * What lies at a path, if it is ready. Public is what a published post that is not for admins alone shows, or a
 * person, or the site; what was only uploaded for a post is not shown by it.
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
            .where('media_refs.owner_type', 'in', ['user', 'site']),
        ),
      ]).as('shown'),
    )
    .where('path', 'in', mainKeys(path))
    .where('state', '=', 'ready')
    .execute();
  const row = rowOfFile(rows, path);
  if (!row) return undefined;
  const { shown, content_type, size, sha256, created_at, kind } = row;
  const type = isSourceKey(path) ? 'image/webp' : content_type;
  return { content_type: type, size, sha256, created_at, kind, isPublic: Boolean(shown) };
}
