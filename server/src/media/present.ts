import type { StoredImage } from '@duet/contract/media/endpoints';
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

function described(context: Context, row: Picture, to: AddressedTo) {
  return {
    url: addressFor(context, row.path, to),
    thumbnailUrl: addressFor(context, row.thumbnail_path ?? row.path, to),
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
  };
}

/** A picture in the answer of its upload. */
export function toStoredImage(context: Context, row: MediaRow, to: AddressedTo): StoredImage {
  return { ...described(context, row, to), size: row.size, type: row.content_type, name: row.file_name };
}

/** A picture of a post (decisions §6). */
export function toPostMedia(context: Context, row: Picture, alt: string, to: AddressedTo): PostMedia {
  return { ...described(context, row, to), alt };
}
