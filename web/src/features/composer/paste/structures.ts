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
    const url = URL.parse(source);
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
export function simplifyStructures(root: Element): void {
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
export function liftPictures(root: Element): void {
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
