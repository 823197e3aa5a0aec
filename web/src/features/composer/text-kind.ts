import { editableHtml } from './blocks-html.ts';
import { sameHtml, together } from './edit/blocks.ts';
import { adminOnlyRule } from './edit/field-rules.ts';
import { type FieldRules, mergeFields } from './edit/three-way.ts';
import type { PostKind } from './form/post-kind.ts';
import { hasPictures } from './fresh-pictures.ts';
import { emptyDraft, type LocalDraft, readRichText, text } from './local-draft.ts';
import { hasText } from './text-of.ts';

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
  content: { label: { key: 'composer.text' }, kind: 'html', equal: sameHtml, together },
  adminOnly: adminOnlyRule,
};

const stored: PostKind<LocalDraft, TextFields>['stored'] = (post) => ({
  title: post.title,
  content: editableHtml(post.content),
  adminOnly: post.adminOnlyVisibility,
});

export const textKind: PostKind<LocalDraft, TextFields> = {
  postType: 'richText',
  texts: {
    newForm: 'composer.newPost',
    discardTitle: 'composer.discardTitle',
    discardNew: 'composer.discardBody',
    notKept: 'composer.notSavedHere',
  },
  empty: emptyDraft,
  isEmpty: ({ title, content }) => title === '' && !hasText(content) && !hasPictures(content),
  read: readRichText,
  draftOf: (post) => ({ ...stored(post), draftId: post._id }),
  published: ({ title, content, adminOnly }) => ({
    title: title.trim(),
    content,
    adminOnlyVisibility: adminOnly,
  }),
  stored,
  written: ({ title, content, adminOnly }) => ({ title: title.trim(), content, adminOnly }),
  kept: ({ title, content, adminOnly }) => ({
    title: text(title),
    content: text(content),
    adminOnly: adminOnly === true,
  }),
  merge: (base, mine, theirs) => mergeFields(rules, base, mine, theirs),
  filled: (_draft, fields) => fields,
  changes: (from, to) => ({
    ...(from.title !== to.title && { title: to.title }),
    ...(!sameHtml(from.content, to.content) && { content: to.content }),
    ...(from.adminOnly !== to.adminOnly && { adminOnlyVisibility: to.adminOnly }),
  }),
};
