import { editableHtml } from '../blocks-html.ts';
import { type LocalDraft, text } from '../local-draft.ts';
import { adminOnlyRule } from './admin-only-rule.ts';
import { sameHtml, together } from './blocks.ts';
import type { EditKind } from './edit-kind.ts';
import { type FieldRules, mergeFields } from './three-way.ts';

export interface TextFields {
  readonly title: string;
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

export const textKind: EditKind<LocalDraft, TextFields> = {
  postType: 'richText',
  stored: (post) => ({
    title: post.title,
    content: editableHtml(post.content),
    adminOnly: post.adminOnlyVisibility,
  }),
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
