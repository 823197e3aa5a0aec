import type { StoredImage } from '@duet/contract/media/endpoints';
import type { Context } from '../platform/context.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { type Audience, pictureWithUrls } from './picture-urls.ts';

/** A picture in the answer of its upload. */
export function toStoredImage(context: Context, row: MediaRow, to: Audience): StoredImage {
  return {
    ...pictureWithUrls(context, row, to),
    size: row.size,
    type: row.content_type,
    name: row.file_name,
  };
}
