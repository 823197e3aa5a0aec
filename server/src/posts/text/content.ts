import { limits } from '@duet/contract/limits';
import { isBlank } from '@duet/contract/plain-text';
import { blocks as blocksShape, type RawBlock } from '@duet/contract/posts/shapes';
import { blocksText } from '@duet/contract/posts/text/block-texts';
import { formatOf, parseBlocks, type TextFormat } from '@duet/contract/posts/text/format';
import { htmlText } from '@duet/contract/posts/text/html-text';
import { Failure } from '../../platform/failure.ts';
import { cleanBlocks, wrongKind } from './block-content.ts';
import { withoutPictureSizes } from './picture-sizes.ts';
import { cleanHtml, type MediaPathOf } from './rich-text.ts';

export interface CleanContent {
  readonly format: TextFormat;
  /** What is stored: clean HTML, or block JSON as a string. */
  readonly content: string;
  readonly images: readonly string[];
}

/**
 * Content as a person may send it: HTML, block JSON, or block JSON as a string.
 * Throws INVALID for what is not valid, TOO_LARGE for what is longer than `limits.richText` says, as it is sent or once
 * it is clean. Sizes of pictures do not count: they are added to what was taken, and come back with it.
 */
export function cleanContent(
  input: string | { readonly blocks: readonly RawBlock[] },
  pathOf: MediaPathOf,
): CleanContent {
  const isText = typeof input === 'string';
  if (isText && Buffer.byteLength(input) > limits.richText.maxSourceBytes) throw tooLong();
  const clean = isText ? ofText(input, pathOf) : ofBlocks(input.blocks, pathOf);
  const words = clean.format === 'html' ? withoutPictureSizes(clean.content) : clean.content;
  if (Buffer.byteLength(words) > limits.richText.maxBytes) throw tooLong();
  return clean;
}

/** Stored content, cleaned again. Whether it is too long was asked when it was sent. */
export const cleanStored = ofText;

const tooLong = () => new Failure('TOO_LARGE', { fields: { content: 'contentTooLong' } });

function ofText(text: string, pathOf: MediaPathOf): CleanContent {
  const blocks = readBlocks(text);
  if (blocks) return ofBlocks(blocks, pathOf);
  const { html, images } = cleanHtml(text, pathOf);
  return { format: 'html', content: html, images };
}

function ofBlocks(raw: readonly RawBlock[], pathOf: MediaPathOf): CleanContent {
  const { blocks, images } = cleanBlocks(raw, pathOf);
  return { format: 'blocks', content: blocks.length === 0 ? '' : JSON.stringify({ blocks }), images };
}

/** The blocks of a string that is a JSON object with `blocks`; null where it is anything else, so HTML. */
function readBlocks(text: string): readonly RawBlock[] | null {
  if (!/^\s*\{/.test(text)) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray((json as { blocks?: unknown }).blocks)) return null;
  const parsed = blocksShape.safeParse(json);
  if (!parsed.success) throw wrongKind(parsed.error);
  return parsed.data.blocks;
}

/** Everything in stored content that can be read, words of neighbouring paragraphs apart. */
export const textOf = (content: string, format: TextFormat = formatOf(content)): string =>
  format === 'html' ? htmlText(content) : blocksText(parseBlocks(content).blocks);

/** Whether a person would see any text: tags, white space and zero-width characters do not count. */
export const hasText = (content: string, format?: TextFormat): boolean => !isBlank(textOf(content, format));
