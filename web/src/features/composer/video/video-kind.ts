import type { Post, PostMedia } from '@duet/contract/posts/shapes';
import { type CaptionFields, captionChanges, captionRules, readCaption } from '../edit/field-rules.ts';
import { mergeFields } from '../edit/three-way.ts';
import { textOrNull } from '../form/local-draft.ts';
import { pathOf } from '../form/picture-urls.ts';
import type { PostKind } from '../form/post-kind.ts';
import { type FileMark, readMark } from './session-memory.ts';

/** What of a video post lives on this device until it is published or discarded; the file itself cannot. */
export interface VideoDraft {
  readonly caption: string;
  readonly adminOnly: boolean;
  /** A JPEG as a data URL. */
  readonly thumbnail: string | null;
  readonly draftId: string | null;
  readonly picked: FileMark | null;
  readonly sent: FileMark | null;
}

const empty: VideoDraft = {
  caption: '',
  adminOnly: false,
  thumbnail: null,
  draftId: null,
  picked: null,
  sent: null,
};

/** A data URL as it travels: base64 alone. */
export const base64Of = (dataUrl: string): string => dataUrl.replace(/^data:[^,]*,/, '');

const stored = (post: Post): CaptionFields => ({
  caption: post.caption,
  adminOnly: post.adminOnlyVisibility,
});

export const videoKind: PostKind<VideoDraft, CaptionFields> = {
  postType: 'video',
  texts: {
    newForm: 'composer.newVideo',
    discardTitle: 'composer.videoDiscardTitle',
    discardNew: 'composer.videoDiscardBody',
    notKept: 'composer.notSavedHere',
  },
  empty,
  isEmpty: ({ picked, caption }) => !picked && caption === '',
  read: (entry) => ({
    ...readCaption(entry),
    thumbnail: textOrNull(entry.thumbnail),
    draftId: textOrNull(entry.draftId),
    picked: readMark(entry.picked),
    sent: readMark(entry.sent),
  }),
  draftOf: (post) => ({
    ...empty,
    ...stored(post),
    draftId: post._id,
  }),
  unsent: () => [],
  published: ({ caption, adminOnly }) => ({ caption: caption.trim(), adminOnlyVisibility: adminOnly }),
  stored,
  written: ({ caption, adminOnly }) => ({ caption: caption.trim(), adminOnly }),
  kept: readCaption,
  merge: (base, mine, theirs) => mergeFields(captionRules, base, mine, theirs),
  filled: (_draft, fields) => fields,
  changes: captionChanges,
};

/** What tells one video from another, whatever signature its address has. */
export const videoOf = (media: readonly PostMedia[]): string => media.map(({ url }) => pathOf(url)).join(' ');
