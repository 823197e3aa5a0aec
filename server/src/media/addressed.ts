import type { PictureSources } from '@duet/contract/media/sources';
import type { PostMedia } from '@duet/contract/posts/shapes';
import type { Context } from '../platform/context.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { contentTypes } from '../platform/storage/content-types.ts';
import { sourceKey } from '../platform/storage/keys.ts';
import { mediaAddress } from './address.ts';
import { widthsOf } from './files.ts';
import { signedAddress } from './sign.ts';

/** Whom an address is for: everybody, or one person by a signature. */
export type AddressedTo = 'everybody' | { readonly grantee: string };

export function addressFor(context: Context, path: string, to: AddressedTo): string {
  return to === 'everybody' ? mediaAddress(path) : signedAddress(context, path, to.grantee);
}

type Picture = Pick<
  MediaRow,
  'path' | 'thumbnail_path' | 'source_widths' | 'width' | 'height' | 'placeholder'
>;

const addressedSources = (context: Context, row: Picture, to: AddressedTo): PictureSources =>
  widthsOf(row).map((width) => ({
    url: addressFor(context, sourceKey(row.path, width), to),
    width,
    type: contentTypes.webp,
  }));

/** A picture with both its addresses, and what a page needs before it is loaded (decisions §6). */
export function addressedPicture(context: Context, row: Picture, to: AddressedTo): Omit<PostMedia, 'alt'> {
  return {
    url: addressFor(context, row.path, to),
    thumbnailUrl: addressFor(context, row.thumbnail_path ?? row.path, to),
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    ...(row.source_widths === '' ? {} : { sources: addressedSources(context, row, to) }),
  };
}
