import { limits } from '@duet/contract/limits';
import { type Block, readBlockDocument } from '@duet/contract/posts/blocks';
import { mapTexts, textsOf } from './block-texts.ts';
import { voidTags } from './html-policy.ts';
import {
  type ChildNode,
  escapeAttribute,
  escapeText,
  isElement,
  isText,
  parseHtml,
  textPieces,
} from './html-tree.ts';

export interface CutText {
  readonly text: string;
  readonly truncated: boolean;
}

const ellipsis = '…';
/** How far back from the limit, in code points, a place between two words is looked for. */
const wordReach = 80;

/**
 * A guest's share of stored content: at most `limits.guest.textCodePoints` code points of text, counted without
 * tags, the closing `…` included. Never cut inside a tag, an entity or a grapheme; tags stay balanced; whatever
 * stands after the cut is gone, pictures too.
 */
export function cutContent(content: string, limit: number = limits.guest.textCodePoints): CutText {
  const whole = { text: content, truncated: false };
  if (content.length <= limit) return whole;
  const document = readBlockDocument(content);
  return (document ? cutBlocks(document.blocks, limit) : cutHtml(content, limit)) ?? whole;
}

/** The same for a text without tags. */
export function cutPlainText(text: string, limit: number = limits.guest.textCodePoints): CutText {
  const keep = cutPlace(text, limit);
  return keep === null
    ? { text, truncated: false }
    : { text: text.slice(0, keep) + ellipsis, truncated: true };
}

/** How many UTF-16 units of the text stay before the `…`; null where all of it fits. */
function cutPlace(text: string, limit: number): number | null {
  if (text.length <= limit) return null;
  const points = [...text.slice(0, 2 * limit + 2)];
  if (points.length <= limit) return null;
  const room = points.slice(0, limit - 1).join('').length;
  // A word that ends exactly at the limit is whole.
  const words = text.slice(0, room + 1);
  const reach = points.slice(Math.max(0, limit - 1 - wordReach), limit - 1).join('').length;
  const space = /\s+\S*$/u.exec(words)?.index ?? -1;
  const place = space >= room - reach && space > 0 ? space : graphemeEnd(text, room);
  return text.slice(0, place).trimEnd().length;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The last place at or before `place` that does not split what a person sees as one character. */
function graphemeEnd(text: string, place: number): number {
  return segmenter.segment(text.slice(0, place + 2)).containing(place)?.index ?? place;
}

/** Lets through as much text as is left, closes with `…` and is done. */
class Scissors {
  #left: number;
  done = false;

  constructor(keep: number) {
    this.#left = keep;
  }

  cut(text: string): string {
    if (text.length < this.#left) {
      this.#left -= text.length;
      return text;
    }
    this.done = true;
    return text.slice(0, this.#left) + ellipsis;
  }
}

function cutHtml(html: string, limit: number): CutText | null {
  const nodes = parseHtml(html);
  const keep = cutPlace(tagless(nodes), limit);
  return keep === null ? null : { text: writeUntil(nodes, new Scissors(keep)), truncated: true };
}

function writeUntil(nodes: readonly ChildNode[], scissors: Scissors): string {
  let html = '';
  for (const node of nodes) {
    if (scissors.done) break;
    if (isText(node)) html += escapeText(scissors.cut(node.data));
    else if (isElement(node)) {
      const attributes = Object.entries(node.attribs).map(
        ([name, value]) => ` ${name}="${escapeAttribute(value)}"`,
      );
      html += `<${node.name}${attributes.join('')}>`;
      if (!voidTags.has(node.name)) html += `${writeUntil(node.childNodes, scissors)}</${node.name}>`;
    }
  }
  return html;
}

function cutBlocks(blocks: readonly Block[], limit: number): CutText | null {
  const texts = blocks.flatMap(textsOf);
  const keep = cutPlace(
    texts.map(({ text, kind }) => (kind === 'inline' ? tagless(parseHtml(text)) : text)).join(''),
    limit,
  );
  if (keep === null) return null;
  const scissors = new Scissors(keep);
  const kept: Block[] = [];
  for (const block of blocks) {
    if (scissors.done) break;
    kept.push(
      mapTexts(block, (text, kind) => {
        if (scissors.done) return null;
        return kind === 'inline' ? writeUntil(parseHtml(text), scissors) : scissors.cut(text);
      }),
    );
  }
  return { text: JSON.stringify({ blocks: kept }), truncated: true };
}

const tagless = (nodes: readonly ChildNode[]): string => [...textPieces(nodes, nothing)].join('');
const nothing: ReadonlySet<string> = new Set();
