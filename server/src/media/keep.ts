import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { Failure } from '../platform/failure.ts';
import type { SourceFile } from '../platform/images/images.ts';
import { newKey, sourceKey, thumbnailKey } from '../platform/storage/keys.ts';
import type { Directory, Scratch } from '../platform/storage/storage.ts';
import { abandon } from './discard.ts';
import { insertMedia, markReady } from './store.ts';

const directoryOf: Readonly<Record<MediaRow['kind'], Directory>> = {
  photo: 'photos',
  video: 'videos',
  profile: 'profile',
};

/** A finished file that becomes media. */
interface NewMedia
  extends Pick<
    MediaRow,
    'kind' | 'owner_id' | 'file_name' | 'content_type' | 'width' | 'height' | 'duration' | 'placeholder'
  > {
  /** A local file, which is taken over and gone from where it was; or its bytes. */
  readonly file: string | AsyncIterable<Uint8Array>;
  readonly thumbnailFile: string | null;
  /** Smaller sizes of a picture; taken over likewise. */
  readonly sources?: readonly SourceFile[] | undefined;
  readonly extension: string;
}

/** What refers to a new file from its first moment on; in the transaction that makes it ready. */
type Attach = (tx: Writes, mediaId: string) => Promise<void>;

/**
 * Keeps a file: its row is there, as `pending`, before any byte has its final name, and `ready` only when all of
 * them are durable (security.md §6). Where any of it fails, neither row nor file stays.
 */
export async function keepFile(context: Context, media: NewMedia, attach: Attach): Promise<MediaRow> {
  const { file, thumbnailFile, sources = [], extension, ...rest } = media;
  const path = newKey(directoryOf[media.kind], extension);
  const row: MediaRow = {
    ...rest,
    id: context.ids.next(),
    state: 'pending',
    path,
    thumbnail_path: thumbnailFile === null ? null : thumbnailKey(path),
    source_widths: sources.map(({ width }) => width).join(),
    size: 0,
    sha256: '',
    created_at: context.clock.now(),
    released_at: null,
  };
  await context.db.write((tx) => insertMedia(tx, row));
  try {
    if (thumbnailFile !== null) await context.storage.adopt(thumbnailKey(path), thumbnailFile);
    for (const source of sources) await context.storage.adopt(sourceKey(path, source.width), source.file);
    const { storage } = context;
    const written = await (typeof file === 'string' ? storage.adopt(path, file) : storage.write(path, file));
    await context.db.write(async (tx) => {
      if (!(await markReady(tx, row.id, written))) throw new Failure('MEDIA_GONE', { log: 'not pending' });
      await attach(tx, row.id);
    });
    return { ...row, ...written, state: 'ready' };
  } catch (error) {
    await abandon(context, row).catch((err) => context.log.error({ err }, 'an upload could not be undone'));
    throw error;
  }
}

/** A picture as it arrived, in a scratch folder. */
export interface ArrivedImage {
  readonly file: string;
  readonly fileName: string;
}

/** Makes a picture safe and keeps it. */
export async function keepImage(
  context: Context,
  scratch: Scratch,
  arrived: ArrivedImage,
  as: { readonly kind: 'photo' | 'profile'; readonly ownerId: string },
  attach: Attach,
): Promise<MediaRow> {
  const { file, thumbnailFile, sources, extension, contentType, width, height, placeholder } =
    await context.images.process(arrived.file, scratch.path, as.kind);
  const described = { width, height, placeholder, duration: null, content_type: contentType };
  const named = { kind: as.kind, owner_id: as.ownerId, file_name: arrived.fileName };
  return keepFile(context, { file, thumbnailFile, sources, extension, ...described, ...named }, attach);
}
