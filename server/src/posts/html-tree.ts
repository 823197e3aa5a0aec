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

/** Thrown by `measureHtml`; says which limit the source is over. */
export class TooMuchHtml extends Error {
  override readonly name = 'TooMuchHtml';
}

/**
 * Refuses HTML with too many nodes or too deep a nesting while it is being read, so that the work stays
 * in proportion to the limits and not to what somebody sent.
 */
export function measureHtml(html: string, limits: { maxNodes: number; maxDepth: number }): void {
  let nodes = 0;
  let depth = 0;
  let inText = false;
  const count = () => {
    nodes += 1;
    if (nodes > limits.maxNodes) throw new TooMuchHtml(`more than ${limits.maxNodes} nodes`);
  };
  const parser = new Parser({
    onopentag() {
      inText = false;
      count();
      depth += 1;
      if (depth > limits.maxDepth) throw new TooMuchHtml(`deeper than ${limits.maxDepth}`);
    },
    onclosetag() {
      inText = false;
      depth -= 1;
    },
    ontext() {
      if (!inText) count();
      inText = true;
    },
    oncomment() {
      inText = false;
      count();
    },
  });
  parser.end(html);
}
