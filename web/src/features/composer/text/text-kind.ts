import type { Post } from '@duet/contract/posts/shapes';
import { mergedText, sameHtml } from '../edit/blocks.ts';
import { adminOnlyRule } from '../edit/field-rules.ts';
import { type FieldRules, mergeFields } from '../edit/three-way.ts';
import { type Entry, text, textOrNull } from '../form/local-draft.ts';
import { hasPictures, unsentPictures } from '../form/picture-urls.ts';
import type { PostKind } from '../form/post-kind.ts';
import { editableHtml, hasText } from './html.ts';

/** What of a rich-text post lives on this device until it is published or discarded. */
export interface TextDraft {
  readonly title: string;
  /** The editor's HTML. */
  readonly content: string;
  readonly adminOnly: boolean;
  /** The server's draft that holds the pictures uploaded so far. */
  readonly draftId: string | null;
}

interface TextFields {
  readonly title: string;
  /** HTML. */
  readonly content: string;
  readonly adminOnly: boolean;
}

const rules: FieldRules<TextFields> = {
  title: {
    label: { key: 'composer.title' },
    kind: 'text',
    together: (mine, theirs) => `${mine} / ${theirs}`,
  },
  content: { label: { key: 'composer.text' }, kind: 'html', equal: sameHtml, together: mergedText },
  adminOnly: adminOnlyRule,
};

const readFields = ({ title, content, adminOnly }: Entry): TextFields => ({
  title: text(title),
  content: text(content),
  adminOnly: adminOnly === true,
});

const stored = (post: Post): TextFields => ({
  title: post.title,
  content: editableHtml(post.content),
  adminOnly: post.adminOnlyVisibility,
});

export const textKind: PostKind<TextDraft, TextFields> = {
  postType: 'richText',
  texts: {
    newForm: 'composer.newPost',
    discardTitle: 'composer.discardTitle',
    discardNew: 'composer.discardBody',
    notKept: 'composer.notSavedHere',
  },
  empty: { title: '', content: '', adminOnly: false, draftId: null },
  isEmpty: ({ title, content }) => title === '' && !hasText(content) && !hasPictures(content),
  read: (entry) => ({ ...readFields(entry), draftId: textOrNull(entry.draftId) }),
  draftOf: (post) => ({ ...stored(post), draftId: post._id }),
  unsent: ({ content }) => unsentPictures(content),
  published: ({ title, content, adminOnly }) => ({
    title: title.trim(),
    content,
    adminOnlyVisibility: adminOnly,
  }),
  stored,
  written: ({ title, content, adminOnly }) => ({ title: title.trim(), content, adminOnly }),
  kept: readFields,
  merge: (base, mine, theirs) => mergeFields(rules, base, mine, theirs),
  filled: (_draft, fields) => fields,
  changes: (from, to) => ({
    ...(from.title !== to.title && { title: to.title }),
    ...(!sameHtml(from.content, to.content) && { content: to.content }),
    ...(from.adminOnly !== to.adminOnly && { adminOnlyVisibility: to.adminOnly }),
  }),
};
