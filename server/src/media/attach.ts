import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { Failure } from '../platform/failure.ts';
import { mediaUrl } from '../platform/storage/media-url.ts';
import { deleteUnreferenced } from './discard.ts';
import type { Owner } from './owner.ts';
import {
  clearReleased,
  findReady,
  insertRefs,
  markReleased,
  moveRefs,
  postExists,
  type Role,
  removeRefs,
} from './store.ts';

/** A file to refer to, by its id or by its path (`pathOf` in address.ts). */
type MediaEntry = ({ readonly mediaId: string } | { readonly path: string }) & {
  readonly alt?: string;
};

const kindOf: Readonly<Record<Role, MediaRow['kind'] | null>> = {
  gallery: 'photo',
  inline: 'photo',
  poster: 'photo',
  video: 'video',
  upload: null,
  picture: 'profile',
  cover: 'photo',
  icon: 'photo',
};

async function resolve(tx: Writes, role: Role, entries: readonly MediaEntry[]): Promise<MediaRow[]> {
  const ids = entries.flatMap((entry) => ('mediaId' in entry ? entry.mediaId : []));
  const paths = entries.flatMap((entry) => ('path' in entry ? entry.path : []));
  const found = [...(await findReady(tx, 'id', ids)), ...(await findReady(tx, 'path', paths))];
  const byId = new Map(found.map((row) => [row.id, row]));
  const byPath = new Map(found.map((row) => [row.path, row]));
  const kind = kindOf[role];
  const fitting = entries.map((entry) => {
    const row = 'mediaId' in entry ? byId.get(entry.mediaId) : byPath.get(entry.path);
    return row && (kind === null || row.kind === kind) ? row : null;
  });
  const missing = entries.filter((_, at) => fitting[at] === null);
  if (missing.length > 0) {
    // A form marks these, in place of leaving the person to guess which of fifty it was.
    const missingMedia = missing.flatMap((entry) => ('path' in entry ? mediaUrl(entry.path) : []));
    const log = `no ${kind ?? 'file'} that is ready: ${JSON.stringify(missing)}`;
    throw new Failure('MEDIA_GONE', { log, top: { missingMedia } });
  }
  return fitting.flatMap((row) => row ?? []);
}

/** After the commit, what nothing refers to any more is deleted at once (security.md §6). */
async function release(context: Context, tx: Writes, ids: readonly string[]): Promise<number> {
  const releasedUntil = context.clock.now();
  const released = await markReleased(tx, ids, releasedUntil);
  if (released.length > 0) {
    tx.afterCommit(async () => {
      await deleteUnreferenced(context, released, { releasedUntil });
    });
  }
  return released.length;
}

/**
 * Makes `entries`, in their order, all that `owner` refers to in `role`; an empty list removes every reference.
 * Answers their rows. Throws MEDIA_GONE where one is not ready: it was deleted, or is being deleted.
 */
export async function setRefs(
  context: Context,
  tx: Writes,
  owner: Owner,
  role: Role,
  entries: readonly MediaEntry[],
): Promise<MediaRow[]> {
  const rows = await resolve(tx, role, entries);
  const before = await removeRefs(tx, owner, role);
  await insertRefs(
    tx,
    rows.map((row, position) => ({
      owner_type: owner.type,
      owner_id: owner.id,
      role,
      position,
      media_id: row.id,
      alt: entries[position]?.alt ?? '',
    })),
  );
  const now = new Set(rows.map(({ id }) => id));
  await clearReleased(tx, [...now]);
  await release(
    context,
    tx,
    before.filter((id) => !now.has(id)),
  );
  return rows;
}

/**
 * Another file takes the place of one everywhere, which is deleted after the commit. Throws MEDIA_GONE where nothing
 * refers to it any more.
 */
export async function replaceMedia(context: Context, tx: Writes, from: string, to: string): Promise<void> {
  if ((await moveRefs(tx, from, to)) === 0) throw new Failure('MEDIA_GONE', { log: `nothing needs ${from}` });
  await release(context, tx, [from]);
}

/** Removes all references of `owner`; answers how many files nothing refers to any more. */
export async function detachOwner(context: Context, tx: Writes, owner: Owner): Promise<number> {
  return release(context, tx, await removeRefs(tx, owner, null));
}

/**
 * Removes all references of a draft, without deleting the files: a form may still show its pictures, and its next try needs
 * them (decisions §7). They are orphans 24 hours later. Answers how many files nothing refers to any more.
 */
export async function detachDraft(context: Context, tx: Writes, postId: string): Promise<number> {
  const ids = await removeRefs(tx, { type: 'post', id: postId }, null);
  return (await markReleased(tx, ids, context.clock.now())).length;
}

/**
 * Keeps a fresh upload for a post or draft, as long as its form is open. Positions of uploads are random: they
 * need no order, and two uploads at once must not meet. Throws POST_NOT_FOUND.
 */
export async function uploadRef(tx: Writes, postId: string, mediaId: string): Promise<void> {
  if (!(await postExists(tx, postId))) throw new Failure('POST_NOT_FOUND');
  const position = crypto.getRandomValues(new Uint32Array(1))[0] as number;
  await insertRefs(tx, [
    { owner_type: 'post', owner_id: postId, role: 'upload', position, media_id: mediaId, alt: '' },
  ]);
}

/**
 * A form was saved for good (published): what it uploaded and did not use is nobody's any more, and an orphan
 * 24 hours later. It is not deleted at once, because the same post may be open in another form.
 */
export async function finalizeUploads(context: Context, tx: Writes, postId: string): Promise<void> {
  const ids = await removeRefs(tx, { type: 'post', id: postId }, 'upload');
  await markReleased(tx, ids, context.clock.now());
}
