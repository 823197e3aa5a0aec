import type { Post, PostMedia } from '@duet/contract/posts/shapes';
import { call, mediaAddress } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import { updateDraft } from '../form/draft-calls.ts';
import { pathOf } from '../form/picture-urls.ts';
import type { PictureDraft } from '../form/use-server-draft.ts';
import { type GalleryDraft, type GalleryItem, mediaUrlsOf } from './gallery-item.ts';

/** A picture that the server has, as an item of the form. */
export const itemOf = (media: PostMedia): GalleryItem => ({
  key: pathOf(media.url),
  previewUrl: mediaAddress(media.thumbnailUrl),
  serverUrl: media.url,
  status: 'uploaded',
  uploadError: null,
  originalName: media.url.replace(/^.*\/|\?.*$/g, ''),
  uploadProgress: 100,
  alt: media.alt,
});

/**
 * Items with addresses that open again, taken from what the server answered just now. Pictures that the server's
 * draft has beyond them were added on another device and come at the end; those that stood here when it was asked
 * (`before`) and do no more were removed meanwhile.
 */
export function refreshed(
  items: readonly GalleryItem[],
  media: readonly PostMedia[],
  before: readonly GalleryItem[] = items,
): GalleryItem[] {
  const fresh = new Map(media.map((one) => [pathOf(one.url), itemOf(one)]));
  const known = items.map((item) => {
    const found = item.serverUrl && fresh.get(pathOf(item.serverUrl));
    return found ? { ...item, previewUrl: found.previewUrl, serverUrl: found.serverUrl } : item;
  });
  const paths = new Set([...before, ...items].map(({ serverUrl }) => serverUrl && pathOf(serverUrl)));
  return [...known, ...[...fresh].filter(([path]) => !paths.has(path)).map(([, item]) => item)];
}

async function draftOf(id: string): Promise<Post | null> {
  try {
    return (await call('posts.detail', { params: { id } })).data.post;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return null;
    throw error;
  }
}

/**
 * What the server knows of a gallery that was kept on this device; what it does not know yet is told to it first.
 * Null where there is nothing to ask for.
 *
 * @throws CallFailure, with MEDIA_GONE where the server has lost pictures.
 */
export async function serverMedia(
  kept: GalleryDraft,
  serverDraft: PictureDraft,
): Promise<readonly PostMedia[] | null> {
  const mediaUrls = mediaUrlsOf(kept.items);
  const post = kept.draftId ? await draftOf(kept.draftId) : null;
  if (kept.draftId && !post) serverDraft.gone(kept.draftId);
  const there = new Set(post?.media.map(({ url }) => pathOf(url)));
  if (mediaUrls.every(({ url }) => there.has(pathOf(url)))) return post?.media ?? null;
  const added = post?.media.filter(({ url }) => !mediaUrls.some((one) => pathOf(one.url) === pathOf(url)));
  const all = [...mediaUrls, ...(added ?? []).map(({ url, alt }) => ({ url, alt }))];
  return (await updateDraft(await serverDraft.id(), { mediaUrls: all })).media;
}
