import type { Context } from '../platform/context.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { Failure } from '../platform/failure.ts';
import type { IconRecipe } from '../platform/images/images.ts';
import { openInScratch } from '../platform/storage/local-copy.ts';
import { keepFile } from './keep.ts';
import { findReady } from './store.ts';

/** Nothing refers to a size before the transaction in which all of them become the icon. */
const unattached = async () => {};

/**
 * Makes an icon of a stored photo, in these sizes, and keeps each as a file that `ownerId` owns and nothing refers to yet.
 * Throws MEDIA_GONE where no such photo is ready, and what the image process throws.
 */
export async function keepIconFiles(
  context: Context,
  { path, ownerId }: { readonly path: string; readonly ownerId: string },
  recipes: readonly IconRecipe[],
): Promise<MediaRow[]> {
  const { storage, images, db } = context;
  const [photo] = await findReady(db.read, 'path', [path]);
  if (photo?.kind !== 'photo') throw new Failure('MEDIA_GONE');
  await using scratch = await storage.scratch();
  const source = await openInScratch(storage, path, scratch);
  if (source === null) throw new Failure('MEDIA_GONE');
  // A photo of a phone is decoded once; the sizes are made of the largest of them.
  const largest = await images.process(source, scratch.path, 'icon-512');
  const rows: MediaRow[] = [];
  for (const recipe of recipes) {
    await using own = await storage.scratch();
    const made = await images.process(largest.file, own.path, recipe);
    const { file, extension, contentType, width, height, placeholder } = made;
    const described = { width, height, placeholder, duration: null, content_type: contentType };
    const named = { kind: 'photo', owner_id: ownerId, file_name: `${recipe}.png` } as const;
    rows.push(
      await keepFile(context, { file, thumbnailFile: null, extension, ...described, ...named }, unattached),
    );
  }
  return rows;
}
