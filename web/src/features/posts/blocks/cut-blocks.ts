import type { Block, ListItem } from '@duet/contract/posts/blocks';
import { cutHtml, cutText } from '../text/cut-html.ts';
import { htmlLength } from '../text/html-tokens.ts';
import { plainText } from '../text/plain-text.ts';

const lengthOf = (items: readonly ListItem[]): number =>
  items.reduce((sum, item) => sum + htmlLength(item.content) + lengthOf(item.items), 0);

/** The characters of a block that a reader counts. */
function blockLength(block: Block): number {
  switch (block.type) {
    case 'paragraph':
    case 'header':
      return htmlLength(block.data.text);
    case 'list':
      return lengthOf(block.data.items);
    case 'quote':
      return htmlLength(block.data.text) + htmlLength(block.data.caption);
    case 'code':
      return [...block.data.code].length;
    case 'image':
      return htmlLength(block.data.caption);
    case 'delimiter':
      return 0;
  }
}

export const blocksLength = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + blockLength(block), 0);

const itemTexts = (items: readonly ListItem[]): string[] =>
  items.flatMap((item) => [plainText(item.content), ...itemTexts(item.items)]);

function blockText(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'header':
      return plainText(block.data.text);
    case 'list':
      return itemTexts(block.data.items).join(' ');
    case 'quote':
      return plainText(`${block.data.text} ${block.data.caption}`);
    case 'code':
      return block.data.code;
    case 'image':
      return plainText(block.data.caption);
    case 'delimiter':
      return '';
  }
}

/** The words of all blocks in one line. */
export const blocksText = (blocks: readonly Block[]): string =>
  blocks.map(blockText).filter(Boolean).join(' ').replace(/\s+/gu, ' ').trim();

/** Hands out what of each text still fits; the text that reaches the end is cut and ends with '…'. */
class Room {
  #left: number;
  isSpent = false;

  constructor(max: number) {
    this.#left = max;
  }

  #take(text: string, length: number, cut: (max: number) => string): string {
    if (this.isSpent) return '';
    if (length < this.#left) {
      this.#left -= length;
      return text;
    }
    this.isSpent = true;
    return cut(this.#left);
  }

  html = (html: string): string => this.#take(html, htmlLength(html), (max) => cutHtml(html, max, true).html);
  text = (text: string): string => this.#take(text, [...text].length, (max) => cutText(text, max, true));

  /** As many of a list as begin inside the room. */
  some<Item>(items: readonly Item[], fit: (item: Item) => Item): Item[] {
    const kept: Item[] = [];
    for (const item of items) {
      if (this.isSpent) break;
      kept.push(fit(item));
    }
    return kept;
  }
}

/** The blocks of the first `max` characters; the last one is cut and ends with '…' inside that limit. */
export function cutBlocks(blocks: readonly Block[], max: number): readonly Block[] {
  if (blocksLength(blocks) <= max) return blocks;
  const room = new Room(max);
  return room.some(blocks, (block) => fitted(block, room));
}

function fitted(block: Block, room: Room): Block {
  switch (block.type) {
    case 'delimiter':
      return block;
    case 'paragraph':
      return { ...block, data: { text: room.html(block.data.text) } };
    case 'header':
      return { ...block, data: { ...block.data, text: room.html(block.data.text) } };
    case 'list':
      return { ...block, data: { ...block.data, items: fittedItems(block.data.items, room) } };
    case 'quote':
      return { ...block, data: { text: room.html(block.data.text), caption: room.html(block.data.caption) } };
    case 'code':
      return { ...block, data: { code: room.text(block.data.code) } };
    case 'image':
      return { ...block, data: { ...block.data, caption: room.html(block.data.caption) } };
  }
}

const fittedItems = (items: readonly ListItem[], room: Room): ListItem[] =>
  room.some(items, (item) => ({
    content: room.html(item.content),
    items: fittedItems(item.items, room),
  }));
