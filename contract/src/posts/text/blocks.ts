import { z } from 'zod';

/**
 * Block JSON as it is stored and answered: the blocks of Editor.js that Duet shows, each in one form. `text`,
 * `items`, `caption` hold inline HTML (b strong i em u s code span br a); `code` and `alt` are plain text.
 */
export interface ListItem {
  readonly content: string;
  readonly items: readonly ListItem[];
}

const inline = z.string().default('');

/** Flat items are strings, nested ones carry their own items, those of a checklist a text. All become nested. */
const listItem: z.ZodType<ListItem, unknown> = z.lazy(() =>
  z.union([
    z.string().transform((content): ListItem => ({ content, items: [] })),
    z.object({ content: z.string(), items: z.array(listItem).default([]) }),
    z.object({ text: z.string() }).transform(({ text }): ListItem => ({ content: text, items: [] })),
  ]),
);

const block = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data });

/** How each block is read. What is not here (embeds, raw HTML, tables) is left out. */
export const knownBlock = z.discriminatedUnion('type', [
  block('paragraph', z.object({ text: inline })),
  block('header', z.object({ text: inline, level: z.number().int().min(1).max(6).default(2) })),
  block(
    'list',
    z.object({
      style: z.enum(['ordered', 'unordered', 'checklist']).default('unordered'),
      items: z.array(listItem).default([]),
    }),
  ),
  block('checklist', z.object({ items: z.array(listItem).default([]) })),
  block('quote', z.object({ text: inline, caption: inline })),
  block(
    'delimiter',
    z.unknown().transform(() => ({})),
  ),
  block('code', z.object({ code: inline })),
  block(
    'image',
    z.object({
      file: z.object({ url: z.string() }).optional(),
      url: z.string().optional(),
      caption: inline,
      alt: inline,
    }),
  ),
]);
export type KnownBlock = z.output<typeof knownBlock>;

export const knownBlockTypes: ReadonlySet<string> = new Set(
  knownBlock.options.map((option) => option.shape.type.value),
);

export type Block =
  | { readonly type: 'paragraph'; readonly data: { readonly text: string } }
  | { readonly type: 'header'; readonly data: { readonly text: string; readonly level: 1 | 2 | 3 | 4 } }
  | {
      readonly type: 'list';
      readonly data: { readonly style: 'ordered' | 'unordered'; readonly items: readonly ListItem[] };
    }
  | { readonly type: 'quote'; readonly data: { readonly text: string; readonly caption: string } }
  | { readonly type: 'delimiter'; readonly data: Record<string, never> }
  | { readonly type: 'code'; readonly data: { readonly code: string } }
  | {
      readonly type: 'image';
      readonly data: {
        readonly file: { readonly url: string };
        readonly caption: string;
        readonly alt: string;
      };
    };

/** What `content` holds where it is block JSON. */
export interface BlockDocument {
  readonly blocks: readonly Block[];
}
