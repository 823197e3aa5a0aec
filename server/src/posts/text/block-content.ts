import { limits } from '@duet/contract/limits';
import { cleanText } from '@duet/contract/plain-text';
import type { RawBlock } from '@duet/contract/posts/shapes';
import {
  type Block,
  type KnownBlock,
  knownBlock,
  knownBlockTypes,
  type ListItem,
} from '@duet/contract/posts/text/blocks';
import type { z } from 'zod';
import { Failure } from '../../platform/failure.ts';
import { mediaPrefix, mediaUrl } from '../../platform/storage/media-url.ts';
import { cleanInlineHtml, InlineMeasure, type MediaPathOf } from './rich-text.ts';

interface CleanBlocks {
  readonly blocks: readonly Block[];
  /** The storage paths of its pictures in reading order, one per image block. */
  readonly images: readonly string[];
}

/** Items of lists have a text each, and cells of tables stand in rows. Each that is neither costs more to refuse than to read. */
const maxEntries = 2 * limits.richText.maxNodes;

type CleanInline = (text: string) => string;

/**
 * Reads Editor.js block JSON: known blocks in one form each, their texts cleaned to the inline HTML of the
 * policy, pictures by the addresses of our own media only. Unknown blocks are left out; a known one whose data
 * are of the wrong kind is refused with INVALID, and TOO_LARGE is what is over `limits.richText`.
 */
export function cleanBlocks(raw: readonly RawBlock[], pathOf: MediaPathOf): CleanBlocks {
  const { texts, entries, length } = sumTexts(
    raw.map((entry) => entry.data),
    0,
  );
  if (length > limits.richText.maxSourceBytes) throw tooLong(`${length} characters`);
  if (texts > limits.richText.maxNodes) throw tooComplex(`${texts} texts`);
  if (entries > maxEntries) throw tooComplex(`${entries} entries`);
  const known = raw.filter(({ type }) => knownBlockTypes.has(type)).map(readBlock);
  // All of it is measured before any of it is cleaned, which costs ten times as much.
  const measured = new InlineMeasure();
  for (const block of known) cleanBlock(block, pathOf, (text) => measured.add(text));
  const images: string[] = [];
  const blocks: Block[] = [];
  for (const each of known) {
    const block = cleanBlock(each, pathOf, cleanInlineHtml);
    if (!block) continue;
    if (block.type === 'image') images.push(block.data.file.url.slice(mediaPrefix.length));
    blocks.push(block);
  }
  return { blocks, images };
}

function readBlock(entry: RawBlock): KnownBlock {
  const known = knownBlock.safeParse(entry);
  if (known.success) return known.data;
  throw wrongKind(known.error);
}

/** Content of which something is not what it has to be. The log gets the first of it: there may be thousands. */
export function wrongKind({ issues: [first] }: z.ZodError): Failure {
  const log = `${first?.path.join('.')}: ${first?.message}`.slice(0, 300);
  return new Failure('INVALID', { log, fields: { content: 'fieldInvalid' } });
}

function cleanBlock(block: KnownBlock, pathOf: MediaPathOf, inline: CleanInline): Block | null {
  switch (block.type) {
    case 'paragraph':
      return { type: 'paragraph', data: { text: inline(block.data.text) } };
    case 'header':
      return {
        type: 'header',
        data: {
          text: inline(block.data.text),
          level: Math.min(block.data.level, 4) as 1 | 2 | 3 | 4,
        },
      };
    case 'list':
    case 'checklist': {
      const ordered = block.type === 'list' && block.data.style === 'ordered';
      const items = cleanItems(block.data.items, inline);
      return { type: 'list', data: { style: ordered ? 'ordered' : 'unordered', items } };
    }
    case 'quote':
      return {
        type: 'quote',
        data: { text: inline(block.data.text), caption: inline(block.data.caption) },
      };
    case 'delimiter':
      return { type: 'delimiter', data: {} };
    case 'code':
      return { type: 'code', data: { code: cleanText(block.data.code) } };
    case 'image': {
      const path = pathOf(block.data.file?.url ?? block.data.url ?? '');
      if (path === null) return null;
      const alt = cleanText(block.data.alt.slice(0, limits.altText.maxChars));
      const caption = inline(block.data.caption);
      return { type: 'image', data: { file: { url: mediaUrl(path) }, caption, alt } };
    }
  }
}

function cleanItems(items: readonly ListItem[], inline: CleanInline): ListItem[] {
  return items.map((item) => ({ content: inline(item.content), items: cleanItems(item.items, inline) }));
}

interface TextSum {
  readonly texts: number;
  /** Of arrays, whatever they are. */
  readonly entries: number;
  /** In UTF-16 units. */
  readonly length: number;
}

/** What the data hold. Refuses what is nested deeper than any document: shapes are read by recursion. */
function sumTexts(value: unknown, depth: number): TextSum {
  if (typeof value === 'string') return { texts: 1, entries: 0, length: value.length };
  let [texts, length] = [0, 0];
  let entries = Array.isArray(value) ? value.length : 0;
  if (typeof value !== 'object' || value === null) return { texts, entries, length };
  // Below the blocks and their data, an item of a nested list is an object in an array.
  if (depth > 2 * limits.richText.maxDepth + 2) throw tooComplex(`deeper than ${depth}`);
  for (const inner of Object.values(value)) {
    const sum = sumTexts(inner, depth + 1);
    texts += sum.texts;
    entries += sum.entries;
    length += sum.length;
  }
  return { texts, entries, length };
}

const tooComplex = (log: string) => new Failure('INVALID', { log, fields: { content: 'contentTooComplex' } });
const tooLong = (log: string) => new Failure('TOO_LARGE', { log, fields: { content: 'contentTooLong' } });
