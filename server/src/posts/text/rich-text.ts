import { limits } from '@duet/contract/limits';
import { cleanText } from '@duet/contract/plain-text';
import {
  allowedAttributes,
  allowedTags,
  droppedWithContent,
  inlineTags,
  linkRel,
  linkSchemes,
  linkTarget,
  voidTags,
} from '@duet/contract/posts/text/html-policy';
import sanitizeHtml from 'sanitize-html';
import { Failure } from '../../platform/failure.ts';
import { mediaUrl } from '../../platform/storage/media-url.ts';
import {
  type ChildNode,
  type Element,
  escapeAttribute,
  escapeText,
  HtmlMeasure,
  isElement,
  isText,
  parseHtml,
  TooMuchHtml,
} from './html-tree.ts';
import { pictureTag } from './pictures-in-html.ts';

/** Where the picture of an `img` is stored, or null where the address is not one of our own media. */
export type MediaPathOf = (src: string) => string | null;

interface CleanHtml {
  /** Safe to show. Pictures stand as `/media/…` without a signature. */
  readonly html: string;
  /** The storage paths of its pictures in reading order, one per `img`. */
  readonly images: readonly string[];
}

const keep: sanitizeHtml.IOptions = {
  allowedTags: [...allowedTags],
  allowedAttributes: { a: [...allowedAttributes.a], img: [...allowedAttributes.img] },
  allowedSchemes: [...linkSchemes],
  allowProtocolRelative: false,
  nonTextTags: [...droppedWithContent],
};

const linkProtocols: ReadonlySet<string> = new Set(linkSchemes.map((scheme) => `${scheme}:`));

const keepInline: sanitizeHtml.IOptions = {
  ...keep,
  allowedTags: [...inlineTags, 'br'],
  allowedAttributes: { a: [...allowedAttributes.a] },
};

/**
 * Cleans HTML by the policy of security.md §8. Two passes that do not trust each other: sanitize-html drops what
 * is not on the list; what it leaves is parsed again and written anew by a writer that knows the list only.
 * Throws TOO_LARGE (413) or INVALID (400) for content beyond `limits.richText`.
 */
export function cleanHtml(source: string, pathOf: MediaPathOf): CleanHtml {
  measure(startMeasure(), source);
  const images: string[] = [];
  const html = write(parseHtml(sanitizeHtml(source, keep)), pathOf, images);
  // Block JSON starts with a brace; HTML never does, so that the two cannot be taken for each other.
  return { html: html.startsWith('{') ? `&#123;${html.slice(1)}` : html, images };
}

/** What the texts inside block JSON come to together. */
export class InlineMeasure {
  readonly #measured = startMeasure();

  /** Answers the text; throws as `cleanHtml` does. */
  add(source: string): string {
    if (/[<&]/.test(source)) measure(this.#measured, source);
    return source;
  }
}

/** The inline part of the policy, for the texts inside block JSON, which an `InlineMeasure` has let pass. */
export function cleanInlineHtml(source: string): string {
  if (!/[<&]/.test(source)) return escapeText(cleanText(source));
  return write(parseHtml(sanitizeHtml(source, keepInline)), () => null, []);
}

function startMeasure(): HtmlMeasure {
  return new HtmlMeasure(limits.richText, droppedWithContent);
}

function measure(measured: HtmlMeasure, source: string): void {
  try {
    measured.add(source);
  } catch (error) {
    if (!(error instanceof TooMuchHtml)) throw error;
    if (error.tooLong)
      throw new Failure('TOO_LARGE', { log: error.message, fields: { content: 'contentTooLong' } });
    throw new Failure('INVALID', { log: error.message, fields: { content: 'contentTooComplex' } });
  }
}

function write(nodes: readonly ChildNode[], pathOf: MediaPathOf, images: string[]): string {
  let html = '';
  for (const node of nodes) {
    if (isText(node)) html += escapeText(cleanText(node.data));
    else if (isElement(node)) html += writeElement(node, pathOf, images);
  }
  return html;
}

function writeElement(element: Element, pathOf: MediaPathOf, images: string[]): string {
  const { name } = element;
  if (name === 'img') return writeImage(element, pathOf, images);
  if (voidTags.includes(name)) return `<${name}>`;
  const inside = write(element.childNodes, pathOf, images);
  if (!allowedTags.includes(name)) return inside;
  return `<${name}${name === 'a' ? writeLink(element) : ''}>${inside}</${name}>`;
}

function writeLink(element: Element): string {
  const href = safeHref(element.attribs.href ?? '');
  return `${href === null ? '' : ` href="${escapeAttribute(href)}"`} rel="${linkRel}" target="${linkTarget}"`;
}

/** The address as the URL standard writes it, or null where it is not an absolute web or mail address. */
function safeHref(href: string): string | null {
  const url = URL.parse(href);
  return url && linkProtocols.has(url.protocol) ? url.href : null;
}

function writeImage({ attribs }: Element, pathOf: MediaPathOf, images: string[]): string {
  const path = pathOf(attribs.src ?? '');
  if (path === null) return '';
  images.push(path);
  const alt = cleanText((attribs.alt ?? '').slice(0, limits.altText.maxChars));
  return pictureTag({
    src: mediaUrl(escapeAttribute(path)),
    alt: escapeAttribute(alt),
    width: pixels(attribs.width),
    height: pixels(attribs.height),
  });
}

function pixels(attribute = ''): string | undefined {
  const value = /^\s*(\d{1,5})\s*$/.exec(attribute)?.[1];
  return value === undefined ? undefined : String(Number(value));
}
