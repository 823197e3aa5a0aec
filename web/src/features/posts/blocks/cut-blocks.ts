import { cutHtml, cutText } from '../text/cut-html.ts';
import { htmlLength } from '../text/html-tokens.ts';
import { plainText } from '../text/plain-text.ts';
import type { Block, ListItem } from './block.ts';

const listLength = (items: readonly ListItem[]): number =>
  items.reduce((sum, item) => sum + htmlLength(item.html) + listLength(item.items), 0);

/** The characters of a block that a reader counts. */
function blockLength(block: Block): number {
  switch (block.type) {
    case 'delimiter':
      return 0;
    case 'code':
      return [...block.text].length;
    case 'list':
      return listLength(block.items);
    case 'table':
      return block.rows.flat().reduce((sum, cell) => sum + htmlLength(cell), 0);
    case 'quote':
      return htmlLength(block.html) + htmlLength(block.by);
    default:
      return htmlLength(block.html);
  }
}

export const blocksLength = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + blockLength(block), 0);

/** The words of all blocks in one line. */
export function blocksText(blocks: readonly Block[]): string {
  const words = (block: Block): string => {
    if (block.type === 'delimiter') return '';
    if (block.type === 'code') return block.text;
    if (block.type === 'list') return itemTexts(block.items).join(' ');
    if (block.type === 'table') return block.rows.flat().map(plainText).join(' ');
    return plainText(block.html);
  };
  return blocks.map(words).filter(Boolean).join(' ').replace(/\s+/gu, ' ').trim();
}

const itemTexts = (items: readonly ListItem[]): string[] =>
  items.flatMap((item) => [plainText(item.html), ...itemTexts(item.items)]);

/** Hands out what of each text still fits; the text that reaches the end is cut and ends with '…'. */
class Room {
  #left: number;
  isSpent = false;

  constructor(max: number) {
    this.#left = max;
  }

  take(text: string, length: number, cut: (max: number) => string): string {
    if (this.isSpent) return '';
    if (length < this.#left) {
      this.#left -= length;
      return text;
    }
    this.isSpent = true;
    return cut(this.#left);
  }

  html = (html: string): string => this.take(html, htmlLength(html), (max) => cutHtml(html, max, true).html);
  text = (text: string): string => this.take(text, [...text].length, (max) => cutText(text, max, true));

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
    case 'code':
      return { ...block, text: room.text(block.text) };
    case 'list':
      return { ...block, items: fittedItems(block.items, room) };
    case 'table':
      return { ...block, rows: room.some(block.rows, (row) => row.map(room.html)) };
    case 'quote':
      return { ...block, html: room.html(block.html), by: room.html(block.by) };
    default:
      return { ...block, html: room.html(block.html) };
  }
}

const fittedItems = (items: readonly ListItem[], room: Room): ListItem[] =>
  room.some(items, (item) => ({ ...item, html: room.html(item.html), items: fittedItems(item.items, room) }));
