import type { Block, ListItem } from '@duet/contract/posts/text/blocks';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === 'object' ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The blocks of a post's block JSON. The server sends one form of each; flat lists and other forms of Editor.js are
 * read as well, what cannot be read is left out, and a block of a kind that Duet does not know shows its text.
 */
export function readBlocks(content: string): Block[] {
  return listOf(fieldsOf(parsed(content)).blocks).flatMap((entry) => {
    const { type, data } = fieldsOf(entry);
    const read = readers.get(textOf(type)) ?? paragraph;
    return read(fieldsOf(data)) ?? [];
  });
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    // What is no JSON has no blocks.
    return null;
  }
}

type Reader = (data: Fields) => Block | null;

const paragraph: Reader = ({ text }) =>
  textOf(text) ? { type: 'paragraph', data: { text: textOf(text) } } : null;

const list: Reader = ({ style, items }) => ({
  type: 'list',
  data: { style: style === 'ordered' ? 'ordered' : 'unordered', items: listItems(items) },
});

const image: Reader = ({ file, url, caption, alt }) => {
  const address = textOf(fieldsOf(file).url) || textOf(url);
  if (!address) return null;
  return { type: 'image', data: { file: { url: address }, caption: textOf(caption), alt: textOf(alt) } };
};

const header: Reader = ({ text, level }) => ({
  type: 'header',
  data: {
    text: textOf(text),
    level: Math.min(Math.max(Math.trunc(Number(level)) || 2, 1), 4) as 1 | 2 | 3 | 4,
  },
});

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['header', header],
  ['list', list],
  ['checklist', list],
  ['image', image],
  [
    'quote',
    ({ text, caption }) => ({ type: 'quote', data: { text: textOf(text), caption: textOf(caption) } }),
  ],
  ['code', ({ code }) => ({ type: 'code', data: { code: textOf(code) } })],
  ['delimiter', () => ({ type: 'delimiter', data: {} })],
]);

/** Deeper than anybody writes; what lies below is left out. */
const deepest = 8;

function listItems(value: unknown, depth = 0): ListItem[] {
  if (depth > deepest) return [];
  return listOf(value).map((entry) => {
    const { content, text, items } = fieldsOf(entry);
    return { content: textOf(entry) || textOf(content) || textOf(text), items: listItems(items, depth + 1) };
  });
}
