import type { PostMedia } from '@duet/contract/posts/shapes';
import { type CaptionFields, captionChanges, captionRules, readCaption } from '../edit/field-rules.ts';
import { mergeFields } from '../edit/three-way.ts';
import type { PostKind } from '../form/post-kind.ts';
import { pathOf } from '../fresh-pictures.ts';
import { emptyVideo, readVideo, type VideoDraft } from './video-draft.ts';

export const videoKind: PostKind<VideoDraft, CaptionFields> = {
  postType: 'video',
  texts: {
    newForm: 'composer.newVideo',
    discardTitle: 'composer.videoDiscardTitle',
    discardNew: 'composer.videoDiscardBody',
    notKept: 'composer.notSavedHere',
  },
  empty: emptyVideo,
  isEmpty: ({ picked, caption }) => !picked && caption === '',
  read: readVideo,
  draftOf: (post) => ({
    ...emptyVideo,
    caption: post.caption,
    adminOnly: post.adminOnlyVisibility,
    draftId: post._id,
  }),
  published: ({ caption, adminOnly }) => ({ caption: caption.trim(), adminOnlyVisibility: adminOnly }),
  stored: (post) => ({ caption: post.caption, adminOnly: post.adminOnlyVisibility }),
  written: ({ caption, adminOnly }) => ({ caption: caption.trim(), adminOnly }),
  kept: readCaption,
  merge: (base, mine, theirs) => mergeFields(captionRules, base, mine, theirs),
  filled: (_draft, fields) => fields,
  changes: captionChanges,
};

/** What tells one video from another, whatever signature its address has. */
export const videoOf = (media: readonly PostMedia[]): string => media.map(({ url }) => pathOf(url)).join(' ');
