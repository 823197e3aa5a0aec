import { limits } from '@duet/contract/limits';
import { cutHtml, cutText } from '@duet/contract/posts/text/cut';
import { cutBlocks } from '@duet/contract/posts/text/cut-blocks';
import { formatOf, parseBlocks, type TextFormat } from '@duet/contract/posts/text/format';

export interface CutText {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * A guest's share of stored content: at most `limits.guest.textCodePoints` code points of text, counted without
 * tags, the closing `…` included. Never cut inside a tag, an entity or a grapheme; tags stay balanced; whatever
 * stands after the cut is gone, pictures too.
 */
export function cutContent(
  content: string,
  format: TextFormat = formatOf(content),
  limit: number = limits.guest.textCodePoints,
): CutText {
  const whole = { text: content, truncated: false };
  if (content.length <= limit) return whole;
  if (format === 'html') {
    const { html, isCut } = cutHtml(content, limit);
    return { text: html, truncated: isCut };
  }
  const { blocks } = parseBlocks(content);
  const kept = cutBlocks(blocks, limit);
  return kept === blocks ? whole : { text: JSON.stringify({ blocks: kept }), truncated: true };
}

/** The same for a text without tags. */
export function cutPlainText(text: string, limit: number = limits.guest.textCodePoints): CutText {
  const cut = cutText(text, limit);
  return { text: cut, truncated: cut !== text };
}
