import type { BlockDocument } from './blocks.ts';

/** The two forms of a post's `content`; `content_format` of a stored one. */
export type TextFormat = 'html' | 'blocks';

/**
 * The form of a `content` that was answered, where its row is not at hand: the API sends the string alone (product.md §3,
 * Post). Clean HTML never starts with a brace; the server writes `&#123;` there.
 */
export const formatOf = (content: string): TextFormat => (content.startsWith('{') ? 'blocks' : 'html');

/** Stored or answered block JSON. A document without blocks is stored as ''. */
export const parseBlocks = (content: string): BlockDocument =>
  content === '' ? { blocks: [] } : JSON.parse(content);
