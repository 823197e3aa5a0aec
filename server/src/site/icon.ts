import { keepIconFiles } from '../media/icon-files.ts';
import type { Context } from '../platform/context.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { type IconSize, iconSizes } from '../platform/images/images.ts';
import { currentSite } from '../platform/site/settings.ts';
import { pictureOf } from './picture.ts';

/** The stored file of each size. */
export type StoredIcon = Readonly<Record<IconSize, MediaRow>>;

/**
 * Makes every size of the icon of an uploaded picture and keeps them; nothing refers to them yet. Null where the address is
 * that of the icon which is set.
 */
export async function keepIcon(
  context: Context,
  viewer: Viewer,
  address: string,
): Promise<StoredIcon | null> {
  const path = pictureOf(context, address, 'iconUrl');
  const { iconPaths } = await currentSite(context);
  if (iconPaths && Object.values(iconPaths).includes(path)) return null;
  const recipes = iconSizes.map((size) => `icon-${size}` as const);
  const rows = await keepIconFiles(context, { path, ownerId: viewer.id }, recipes);
  return Object.fromEntries(iconSizes.map((size, at) => [size, rows[at]])) as unknown as StoredIcon;
}
