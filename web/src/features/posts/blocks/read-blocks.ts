import type { Block, ListItem } from './block.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === 'object' ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The blocks of a post's block JSON (Editor.js shape). What cannot be read is left out; a block of a kind that Duet
 * does not know shows its text, if it has one.
 */
export function readBlocks(content: unknown): Block[] {
  return listOf(fieldsOf(parsed(content)).blocks).flatMap((entry) => {
    const { type, data } = fieldsOf(entry);
    const read = readers.get(textOf(type).toLowerCase()) ?? paragraph;
    return read(fieldsOf(data)) ?? [];
  });
}

function parsed(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

type Reader = (data: Fields) => Block | null;

const paragraph: Reader = ({ text }) => (textOf(text) ? { type: 'paragraph', html: textOf(text) } : null);

const list: Reader = ({ style, items }) => ({
  type: 'list',
  ordered: style === 'ordered',
  items: listItems(items),
});

const image: Reader = ({ file, url, caption, alt }) => {
  const address = textOf(fieldsOf(file).url) || textOf(url);
  return address ? { type: 'image', url: address, alt: textOf(alt), html: textOf(caption) } : null;
};

/** Players of other sites are not loaded; their address is. */
const link: Reader = (data) => {
  const href = textOf(data.link) || textOf(data.source) || textOf(fieldsOf(data.file).url);
  const words = textOf(fieldsOf(data.meta).title) || textOf(data.title) || textOf(data.caption) || href;
  return href ? { type: 'link', href, html: words } : null;
};

const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    paragraph,
    header: ({ text, level }) => ({
      type: 'header',
      level: Math.min(Math.max(Math.trunc(Number(level)) || 2, 2), 4),
      html: textOf(text),
    }),
    list,
    nestedlist: list,
    checklist: list,
    quote: ({ text, caption }) => ({ type: 'quote', html: textOf(text), by: textOf(caption) }),
    warning: ({ title, message }) => ({ type: 'quote', html: textOf(message), by: textOf(title) }),
    code: ({ code }) => ({ type: 'code', text: textOf(code) }),
    table: ({ withHeadings, content }) => ({
      type: 'table',
      withHead: withHeadings === true,
      rows: listOf(content).map((row) => listOf(row).map(textOf)),
    }),
    image,
    simpleimage: image,
    embed: link,
    linktool: link,
    attaches: link,
    delimiter: () => ({ type: 'delimiter' }),
  }),
);

/** Items are strings in the older list, `{content, items, meta}` in the newer, `{text, checked}` in a checklist. */
function listItems(value: unknown, depth = 0): ListItem[] {
  if (depth > 8) return [];
  return listOf(value).map((entry) => {
    const { content, text, checked, meta, items } = fieldsOf(entry);
    const mark = checked ?? fieldsOf(meta).checked;
    return {
      html: textOf(entry) || textOf(content) || textOf(text),
      checked: typeof mark === 'boolean' ? mark : null,
      items: listItems(items, depth + 1),
    };
  });
}
