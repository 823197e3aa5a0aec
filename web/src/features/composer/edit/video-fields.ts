import type { PostMedia } from '@duet/contract/posts/shapes';
import { pathOf } from '../fresh-pictures.ts';
import { text } from '../local-draft.ts';
import type { VideoDraft } from '../video/video-draft.ts';
import { adminOnlyRule } from './admin-only-rule.ts';
import type { EditKind } from './edit-kind.ts';
import { type FieldRules, mergeFields } from './three-way.ts';

export interface VideoFields {
  readonly caption: string;
  readonly adminOnly: boolean;
}

const rules: FieldRules<VideoFields> = {
  caption: {
    label: { key: 'composer.caption' },
    kind: 'text',
    together: (mine, theirs) => `${mine}\n\n${theirs}`,
  },
  adminOnly: adminOnlyRule,
};

export const videoKind: EditKind<VideoDraft, VideoFields> = {
  postType: 'video',
  stored: (post) => ({ caption: post.caption, adminOnly: post.adminOnlyVisibility }),
  written: ({ caption, adminOnly }) => ({ caption: caption.trim(), adminOnly }),
  kept: ({ caption, adminOnly }) => ({ caption: text(caption), adminOnly: adminOnly === true }),
  merge: (base, mine, theirs) => mergeFields(rules, base, mine, theirs),
  filled: (_draft, fields) => fields,
  changes: (from, to) => ({
    ...(from.caption !== to.caption && { caption: to.caption }),
    ...(from.adminOnly !== to.adminOnly && { adminOnlyVisibility: to.adminOnly }),
  }),
};

/** What tells one video from another, whatever signature its address has. */
export const videoOf = (media: readonly PostMedia[]): string => media.map(({ url }) => pathOf(url)).join(' ');
