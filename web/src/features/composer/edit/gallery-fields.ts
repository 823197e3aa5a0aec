import { pathOf } from '../fresh-pictures.ts';
import type { GalleryDraft } from '../gallery/gallery-item.ts';
import { itemOf } from '../gallery/renew-items.ts';
import { text } from '../local-draft.ts';
import { adminOnlyRule } from './admin-only-rule.ts';
import type { EditKind } from './edit-kind.ts';
import { mergePictures, samePictures } from './pictures.ts';
import { type ComparedPicture, type FieldRules, mergeFields } from './three-way.ts';

interface Words {
  readonly caption: string;
  readonly adminOnly: boolean;
}

export interface GalleryFields extends Words {
  readonly pictures: readonly ComparedPicture[];
}

const rules: FieldRules<Words> = {
  caption: {
    label: { key: 'composer.caption' },
    kind: 'text',
    together: (mine, theirs) => `${mine}\n\n${theirs}`,
  },
  adminOnly: adminOnlyRule,
};

function keptPicture(value: unknown): ComparedPicture[] {
  if (typeof value !== 'object' || value === null) return [];
  const { path, alt } = value as Record<string, unknown>;
  return typeof path === 'string' ? [{ path, alt: text(alt) }] : [];
}

export const galleryKind: EditKind<GalleryDraft, GalleryFields> = {
  postType: 'gallery',
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
  kept: ({ caption, adminOnly, pictures }) => ({
    caption: text(caption),
    adminOnly: adminOnly === true,
    pictures: Array.isArray(pictures) ? pictures.flatMap(keptPicture) : [],
  }),
  merge(base, mine, theirs) {
    const words = mergeFields(rules, base, mine, theirs);
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
    ...(from.caption !== to.caption && { caption: to.caption }),
    ...(from.adminOnly !== to.adminOnly && { adminOnlyVisibility: to.adminOnly }),
    ...(!samePictures(from.pictures, to.pictures) && {
      mediaUrls: to.pictures.map(({ path, alt }) => ({ url: path, alt })),
    }),
  }),
};
