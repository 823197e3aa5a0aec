import { Parser, parseDocument } from 'htmlparser2';

export type ChildNode = ReturnType<typeof parseDocument>['childNodes'][number];
export type Element = Extract<ChildNode, { attribs: unknown }>;
type Text = Extract<ChildNode, { type: 'text' }>;

export const parseHtml = (html: string): ChildNode[] => parseDocument(html).childNodes;

export const isElement = (node: ChildNode): node is Element => 'attribs' in node;

export const isText = (node: ChildNode): node is Text => node.type === 'text';

export const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'));

export const escapeAttribute = (value: string): string => escapeText(value).replaceAll('"', '&quot;');

/** What a document may come to. */
interface HtmlLimits {
  readonly maxNodes: number;
  readonly maxDepth: number;
  readonly maxBytes: number;
}

/** Thrown by `HtmlMeasure`; says which limit the source is over. */
export class TooMuchHtml extends Error {
  override readonly name = 'TooMuchHtml';
  /** Too long, not only too complex. */
  readonly tooLong: boolean;

  constructor(message: string, tooLong: boolean) {
    super(message);
    this.tooLong = tooLong;
  }
}

/** Each is written as an entity, five or four bytes, in text that stays. */
const escaped = /[&<>]/g;

/**
 * Refuses HTML with too many nodes, too deep a nesting or too much to escape while it is being read, so that the work
 * stays in proportion to the limits and not to what somebody sent. The sums are those of a document: the texts of
 * block JSON, measured one after the other, share them.
 */
export class HtmlMeasure {
  readonly #limits: HtmlLimits;
  /** Elements that are dropped with their content. */
  readonly #dropped: ReadonlySet<string>;
  #nodes = 0;
  #escapedBytes = 0;

  constructor(limits: HtmlLimits, dropped: readonly string[]) {
    this.#limits = limits;
    this.#dropped = new Set(dropped);
  }

  /** Throws `TooMuchHtml`. */
  add(html: string): void {
    const { maxDepth } = this.#limits;
    let depth = 0;
    let droppedDepth = 0;
    let inText = false;
    const parser = new Parser({
      onopentag: (name) => {
        inText = false;
        this.#count();
        depth += 1;
        if (depth > maxDepth) throw new TooMuchHtml(`deeper than ${maxDepth}`, false);
        if (droppedDepth > 0 || this.#dropped.has(name)) droppedDepth += 1;
      },
      onclosetag: () => {
        inText = false;
        depth -= 1;
        if (droppedDepth > 0) droppedDepth -= 1;
      },
      ontext: (text) => {
        if (!inText) this.#count();
        inText = true;
        if (droppedDepth === 0) this.#countEscaped(text);
      },
      oncomment: () => {
        inText = false;
        this.#count();
      },
    });
    parser.end(html);
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > this.#limits.maxNodes) {
      throw new TooMuchHtml(`more than ${this.#limits.maxNodes} nodes`, false);
    }
  }

  #countEscaped(text: string): void {
    for (const [sign] of text.matchAll(escaped)) this.#escapedBytes += sign === '&' ? 5 : 4;
    if (this.#escapedBytes > this.#limits.maxBytes) {
      throw new TooMuchHtml(`more than ${this.#limits.maxBytes} bytes`, true);
    }
  }
}
