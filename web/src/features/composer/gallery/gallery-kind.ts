import type { Post } from '@duet/contract/posts/shapes';
import { type CaptionFields, captionChanges, captionRules, readCaption } from '../edit/field-rules.ts';
import { mergePictures, samePictures } from '../edit/pictures.ts';
import { type ComparedPicture, mergeFields } from '../edit/three-way.ts';
import { text } from '../form/local-draft.ts';
import { pathOf } from '../form/picture-urls.ts';
import type { PostKind } from '../form/post-kind.ts';
import { emptyGallery, fieldsOf, type GalleryDraft, readGallery } from './gallery-item.ts';
import { itemOf, refreshed } from './refresh-items.ts';

interface GalleryFields extends CaptionFields {
  readonly pictures: readonly ComparedPicture[];
}

function keptPicture(value: unknown): ComparedPicture[] {
  if (typeof value !== 'object' || value === null) return [];
  const { path, alt } = value as Record<string, unknown>;
  return typeof path === 'string' ? [{ path, alt: text(alt) }] : [];
}

/** Kept changes with the addresses of now; what was removed here stays removed. */
function withFreshAddresses(kept: GalleryDraft, post: Post): GalleryDraft {
  const known = new Set(kept.items.map(({ key }) => key));
  const items = refreshed(kept.items, post.media).filter(
    ({ key, serverUrl }) => known.has(key) || kept.items.some((item) => item.serverUrl === serverUrl),
  );
  return { ...kept, items };
}

export const galleryKind: PostKind<GalleryDraft, GalleryFields> = {
  postType: 'gallery',
  texts: {
    newForm: 'composer.newGallery',
    discardTitle: 'composer.galleryDiscardTitle',
    discardNew: 'composer.galleryDiscardBody',
    notKept: 'composer.galleryNotSavedHere',
  },
  empty: emptyGallery,
  isEmpty: ({ items, caption }) => items.length === 0 && caption === '',
  read: (entry, post) => (post ? withFreshAddresses(readGallery(entry), post) : readGallery(entry)),
  draftOf: (post) => ({
    items: post.media.map(itemOf),
    caption: post.caption,
    adminOnly: post.adminOnlyVisibility,
    draftId: post._id,
  }),
  unsent: ({ items }) => items.flatMap(({ key, serverUrl }) => (serverUrl === null ? [key] : [])),
  published: fieldsOf,
  stored: (post) => ({
    caption: post.caption,
    adminOnly: post.adminOnlyVisibility,
    pictures: post.media.map(({ url, alt }) => ({ path: pathOf(url), alt })),
  }),
  written: ({ items, caption, adminOnly }) => ({
    caption: caption.trim(),
    adminOnly,
    pictures: items.flatMap(({ serverUrl, alt }) =>
      serverUrl ? [{ path: pathOf(serverUrl), alt: alt.trim() }] : [],
    ),
  }),
  kept: (entry) => ({
    ...readCaption(entry),
    pictures: Array.isArray(entry.pictures) ? entry.pictures.flatMap(keptPicture) : [],
  }),
  merge(base, mine, theirs) {
    const words = mergeFields(captionRules, base, mine, theirs);
    const pictures = mergePictures(base?.pictures ?? null, mine.pictures, theirs.pictures);
    return {
      taken: [...words.taken, ...pictures.taken],
      conflicts: [...words.conflicts, ...pictures.conflicts],
      resolve: (choices) => ({ ...words.resolve(choices), pictures: pictures.resolve(choices) }),
    };
  },
  filled({ items }, { pictures, ...words }, post) {
    const here = new Map(items.flatMap((item) => (item.serverUrl ? [[pathOf(item.serverUrl), item]] : [])));
    const there = new Map(post.media.map((media) => [pathOf(media.url), itemOf(media)]));
    return {
      ...words,
      items: [
        ...pictures.flatMap(({ path, alt }) => {
          const item = here.get(path) ?? there.get(path);
          return item ? [{ ...item, alt }] : [];
        }),
        // Those on their way are nobody's yet.
        ...items.filter(({ serverUrl }) => serverUrl === null),
      ],
    };
  },
  changes: (from, to) => ({
    ...captionChanges(from, to),
    ...(!samePictures(from.pictures, to.pictures) && {
      mediaUrls: to.pictures.map(({ path, alt }) => ({ url: path, alt })),
    }),
  }),
};
