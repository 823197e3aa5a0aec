import type { Block, ListItem } from './blocks.ts';
import { htmlText, oneLine } from './html-text.ts';

export type TextKind = 'inline' | 'plain';

/**
 * The block with each of its texts, in reading order, replaced by what `change` answers for it. Where that is
 * null the text is empty, and a list's item with everything below it is gone.
 */
export function mapTexts(block: Block, change: (text: string, kind: TextKind) => string | null): Block {
  const inline = (text: string) => change(text, 'inline') ?? '';
  switch (block.type) {
    case 'paragraph':
      return { type: 'paragraph', data: { text: inline(block.data.text) } };
    case 'header':
      return { type: 'header', data: { text: inline(block.data.text), level: block.data.level } };
    case 'list':
      return { type: 'list', data: { style: block.data.style, items: mapItems(block.data.items, change) } };
    case 'quote':
      return { type: 'quote', data: { text: inline(block.data.text), caption: inline(block.data.caption) } };
    case 'code':
      return { type: 'code', data: { code: change(block.data.code, 'plain') ?? '' } };
    case 'image':
      return { type: 'image', data: { ...block.data, caption: inline(block.data.caption) } };
    case 'delimiter':
      return block;
  }
}

function mapItems(items: readonly ListItem[], change: Parameters<typeof mapTexts>[1]): ListItem[] {
  return items.flatMap((item) => {
    const content = change(item.content, 'inline');
    return content === null ? [] : [{ content, items: mapItems(item.items, change) }];
  });
}

/** The block's texts in reading order. */
export function textsOf(block: Block): { text: string; kind: TextKind }[] {
  const texts: { text: string; kind: TextKind }[] = [];
  mapTexts(block, (text, kind) => {
    texts.push({ text, kind });
    return text;
  });
  return texts;
}

/** The words of all blocks, each text on a line of its own. */
export const blocksText = (blocks: readonly Block[]): string =>
  blocks
    .flatMap(textsOf)
    .map(({ text, kind }) => (kind === 'inline' ? htmlText(text) : text))
    .join('\n');

/** The same in one line. */
export const blocksWords = (blocks: readonly Block[]): string => oneLine(blocksText(blocks));
