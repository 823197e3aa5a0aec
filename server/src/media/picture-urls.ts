import type { PictureSources } from '@duet/contract/media/sources';
import type { PostMedia } from '@duet/contract/posts/shapes';
import type { Context } from '../platform/context.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { contentTypes } from '../platform/storage/content-types.ts';
import { sourceKey } from '../platform/storage/keys.ts';
import { mediaUrl } from '../platform/storage/media-url.ts';
import { widthsOf } from './files.ts';
import { signedUrl } from './sign.ts';

/** Whom a URL is for: everybody, or one person by a signature. */
export type Audience = 'everybody' | { readonly grantee: string };

export function urlFor(context: Context, path: string, to: Audience): string {
  return to === 'everybody' ? mediaUrl(path) : signedUrl(context, path, to.grantee);
}

type Picture = Pick<
  MediaRow,
  'path' | 'thumbnail_path' | 'source_widths' | 'width' | 'height' | 'placeholder'
>;

const sourcesWithUrls = (context: Context, row: Picture, to: Audience): PictureSources =>
  widthsOf(row).map((width) => ({
    url: urlFor(context, sourceKey(row.path, width), to),
    width,
    type: contentTypes.webp,
  }));

/** A picture with both its URLs, and what a page needs before it is loaded (decisions §6). */
export function pictureWithUrls(context: Context, row: Picture, to: Audience): Omit<PostMedia, 'alt'> {
  return {
    url: urlFor(context, row.path, to),
    thumbnailUrl: urlFor(context, row.thumbnail_path ?? row.path, to),
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    ...(row.source_widths === '' ? {} : { sources: sourcesWithUrls(context, row, to) }),
  };
}
