import { mapTexts, type TextKind, textsOf } from './block-texts.ts';
import type { Block } from './blocks.ts';
import { cutHtml, cutText } from './cut.ts';
import { htmlLength } from './html-tokens.ts';

const lengthOf = (text: string, kind: TextKind): number =>
  kind === 'inline' ? htmlLength(text) : [...text].length;

/** The characters of blocks that a reader counts. */
export const blocksLength = (blocks: readonly Block[]): number =>
  blocks.flatMap(textsOf).reduce((sum, { text, kind }) => sum + lengthOf(text, kind), 0);

/**
 * The blocks of the first `max` characters; the last text is cut and ends with '…' inside that limit. What stands after it
 * is left out. The same array where all of it fits.
 */
export function cutBlocks(blocks: readonly Block[], max: number): readonly Block[] {
  if (blocksLength(blocks) <= max) return blocks;
  let left = max;
  let isSpent = false;
  const fit = (text: string, kind: TextKind): string | null => {
    if (isSpent) return null;
    const length = lengthOf(text, kind);
    if (length < left) {
      left -= length;
      return text;
    }
    isSpent = true;
    return kind === 'inline' ? cutHtml(text, left, true).html : cutText(text, left, true);
  };
  const kept: Block[] = [];
  for (const block of blocks) {
    if (isSpent) break;
    kept.push(mapTexts(block, fit));
  }
  return kept;
}
