import type { PostMedia } from '@duet/contract/posts/shapes';
import type { Context } from '../platform/context.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { mediaAddress } from './address.ts';
import { signedAddress } from './sign.ts';

/** Whom an address is for: everybody, or one person by a signature. */
export type AddressedTo = 'everybody' | { readonly userId: string };

export function addressFor(context: Context, path: string, to: AddressedTo): string {
  return to === 'everybody' ? mediaAddress(path) : signedAddress(context, path, to.userId);
}

type Picture = Pick<MediaRow, 'path' | 'thumbnail_path' | 'width' | 'height' | 'placeholder'>;

/** A picture with both its addresses, and what a page needs before it is loaded (decisions §6). */
export function addressedPicture(context: Context, row: Picture, to: AddressedTo): Omit<PostMedia, 'alt'> {
  return {
    url: addressFor(context, row.path, to),
    thumbnailUrl: addressFor(context, row.thumbnail_path ?? row.path, to),
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
  };
}
