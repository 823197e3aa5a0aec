import DOMPurify from 'dompurify';
import { parsedUrl } from '../../../device/parsed-url.ts';
import type { PictureSource } from '../pictures/picture-uploads.ts';
import { withEditorHeadings } from '../text/html.ts';
import { restoreLists } from './office-lists.ts';
import { type Beside, type PastedHtml, takePictures } from './pasted-pictures.ts';

interface Cleaned {
  readonly html: string;
  /** How many pictures nothing could be taken of. */
  readonly missing: number;
  /** Files of the clipboard that belong to no picture of the HTML. */
  readonly left: readonly File[];
}

/** Pictures that stand in the HTML itself are told by a number: it is searched and parsed many times, and may be huge. */
function shortened(html: string): PastedHtml {
  const numbers = new Map<string, number>();
  const written = html.replace(
    /(\ssrc\s*=\s*)(["'])(data:image\/[\w.+-]+;base64,[^"']*)\2/gi,
    (_, before, quote, uri) => {
      const number = numbers.get(uri) ?? numbers.size;
      numbers.set(uri, number);
      return `${before}${quote}pasted:${number}${quote}`;
    },
  );
  const uris = [...numbers.keys()];
  return {
    html: written,
    addressOf: (short) => uris[Number(/^pasted:(\d+)$/.exec(short)?.[1] ?? Number.NaN)] ?? short,
  };
}

/** Parsed in a document that loads and runs nothing, with the addresses that programs write for their own pictures. */
const inert = (html: string): Element =>
  DOMPurify.sanitize(html, {
    RETURN_DOM: true,
    USE_PROFILES: { html: true, svg: true },
    ADD_TAGS: ['iframe', 'embed'],
    FORBID_TAGS: ['style', 'textarea', 'button', 'select'],
    FORBID_CONTENTS: ['style', 'script', 'textarea', 'select', 'noscript', 'template'],
    ALLOW_UNKNOWN_PROTOCOLS: true,
  }) as HTMLElement;

/**
 * Pasted or dropped HTML as the editor's schema takes it without losing words: lists and headings of Word, tables,
 * tick boxes and players in what a post can hold, pictures taken in (`takePictures`). The editor cleans it again.
 */
export function cleanPasted(html: string, beside: Beside, take: (source: PictureSource) => string): Cleaned {
  const short = shortened(html);
  const root = inert(short.html);
  restoreLists(root);
  simplifyStructures(root);
  const { missing, left } = takePictures(root, short, beside, take);
  liftPictures(root);
  return { html: withEditorHeadings(root.innerHTML), missing, left };
}

const children = (element: Element, selector: string): Element[] => [...element.querySelectorAll(selector)];

function replaceTag(element: Element, tag: string): void {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

const blockContent =
  'p, div, ul, ol, table, blockquote, pre, h1, h2, h3, h4, h5, h6, img, figure, hr, section, article, dl';

/** Whether a cell holds a line and nothing else; a single paragraph around it counts as the line. */
function lineOf(cell: Element): Element | null {
  const inner = cell.children.length === 1 && /^(P|DIV)$/.test(cell.firstElementChild?.tagName ?? '');
  const line = inner ? (cell.firstElementChild as Element) : cell;
  const beside = inner && [...cell.childNodes].some((node) => node !== line && node.textContent?.trim());
  return beside || line.querySelector(blockContent) ? null : line;
}

/** A row is a line with its cells apart; rows with more than lines in them give what they hold, cell by cell. */
function unfoldTable(table: Element): void {
  const document = table.ownerDocument;
  const result = document.createDocumentFragment();
  for (const caption of children(table, 'caption')) replaceTag(caption, 'p');
  for (const part of children(table, 'tr, :scope > p')) {
    const cells = part.tagName === 'TR' ? [...part.children] : [part];
    const lines = cells.map(lineOf);
    if (lines.every((line) => line !== null)) {
      const paragraph = document.createElement('p');
      for (const line of lines.filter(({ textContent }) => textContent?.trim())) {
        if (paragraph.hasChildNodes()) paragraph.append(' | ');
        paragraph.append(...line.childNodes);
      }
      if (paragraph.hasChildNodes()) result.append(paragraph);
    } else {
      for (const cell of cells) replaceTagInto(cell, result);
    }
  }
  table.replaceWith(result);
}

function replaceTagInto(cell: Element, result: DocumentFragment): void {
  const box = cell.ownerDocument.createElement('div');
  box.append(...cell.childNodes);
  result.append(box);
}

function tickBoxes(root: Element): void {
  for (const box of children(root, 'input[type="checkbox" i]'))
    box.replaceWith(box.hasAttribute('checked') ? '☑' : '☐');
  // Google Docs shows them as pictures in the item.
  for (const picture of children(root, 'img[aria-roledescription="checkbox" i]')) {
    const item = picture.closest('[role="checkbox"]');
    const text = item?.getAttribute('aria-checked') === 'true' ? '☑ ' : '☐ ';
    const paragraph = picture.nextElementSibling;
    if (paragraph?.tagName === 'P') paragraph.prepend(text);
    else picture.before(text);
    picture.remove();
  }
}

/** A player from elsewhere becomes a link to what it plays. */
function linkEmbeds(root: Element): void {
  for (const embed of children(root, 'iframe, embed, video, audio')) {
    const source = embed.getAttribute('src') ?? embed.querySelector('source')?.getAttribute('src') ?? '';
    const url = parsedUrl(source);
    if (!url || !/^https?:$/.test(url.protocol)) {
      embed.remove();
      continue;
    }
    const document = embed.ownerDocument;
    const link = document.createElement('a');
    link.href = url.href;
    link.textContent = embed.getAttribute('title')?.trim() || url.href;
    const paragraph = document.createElement('p');
    paragraph.append(link);
    embed.replaceWith(paragraph);
  }
}

const boxes = 'details, summary, dt, td, th, caption, legend, label, option, address';

/** Brings what a post cannot hold into what it can, so that no words are lost or run together. Changes `root`. */
function simplifyStructures(root: Element): void {
  tickBoxes(root);
  linkEmbeds(root);
  // From the inside out: a table may stand in a cell.
  for (const table of children(root, 'table').reverse()) unfoldTable(table);
  for (const box of children(root, boxes)) replaceTag(box, box.tagName === 'LABEL' ? 'span' : 'div');
  for (const title of children(root, 'p.MsoTitle')) replaceTag(title, 'h1');
  for (const quote of children(root, 'p.MsoQuote, p.MsoIntenseQuote')) {
    const paragraph = quote.ownerDocument.createElement('p');
    paragraph.append(...quote.childNodes);
    const block = quote.ownerDocument.createElement('blockquote');
    block.append(paragraph);
    quote.replaceWith(block);
  }
}

/** Lines that hold pictures alone give way to them: a picture is a block here, and would leave an empty line behind. */
function liftPictures(root: Element): void {
  for (const picture of children(root, 'img')) {
    let line: Element = picture;
    while (/^(?:P|SPAN|A|B|STRONG|EM|I|FONT|H[1-6])$/.test(line.parentElement?.tagName ?? '')) {
      line = line.parentElement as Element;
      if (/^(?:P|H[1-6])$/.test(line.tagName)) break;
    }
    if (/^(?:P|H[1-6])$/.test(line.tagName) && !/[^\s\u00a0]/.test(line.textContent ?? ''))
      line.replaceWith(...line.querySelectorAll('img'));
  }
}
