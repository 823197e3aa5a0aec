/** An item of a list that was written without nesting. */
interface FlatItem {
  /** From 1. */
  readonly level: number;
  readonly ordered: boolean;
  /** Items of different lists do not join, however close they stand. */
  readonly list: string;
  /** Holds what the item says; its child nodes are moved. */
  readonly content: Element;
}

interface OpenList {
  readonly level: number;
  readonly list: string;
  readonly element: Element;
}

/** Lists made of items in reading order, nested by their levels. */
function nestedList(items: readonly FlatItem[], document: Document): DocumentFragment {
  const result = document.createDocumentFragment();
  const open: OpenList[] = [];
  for (const { level, ordered, list, content } of items) {
    const tag = ordered ? 'OL' : 'UL';
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const sibling = open.at(-1);
    if (sibling?.level === level && (sibling.element.tagName !== tag || sibling.list !== list)) open.pop();
    let top = open.at(-1);
    if (top?.level !== level) {
      const element = document.createElement(tag);
      (top?.element.lastElementChild ?? result).append(element);
      top = { level, list, element };
      open.push(top);
    }
    const item = document.createElement('li');
    item.append(...content.childNodes);
    top.element.append(item);
  }
  return result;
}

const msoList = /mso-list:\s*(?:l(\d+)\s+)?level(\d+)/i;
/** A number, one or two letters or a Roman numeral, with what ends it. */
const numbering = /^\(?(?:\d+|[a-z]{1,2}|[ivxlcdm]+)[.)]/i;
/** The mark of an item that was written as text: '1.', 'a)', or a single sign such as '·', '§' or 'o', and spaces. */
const leadingMark =
  /^[\s\u00a0]*(?:\(?(?:\d+|[a-z]{1,2}|[ivxlcdm]+)[.)]|[^\p{L}\p{N}\s]|o)(?=[\s\u00a0])[\s\u00a0]+/iu;

const styleOf = (element: Element): string => element.getAttribute('style') ?? '';

function textNodeOf(element: Element): Text | null {
  const walker = element.ownerDocument.createTreeWalker(element, 4 /* text */);
  while (walker.nextNode())
    if (/[^\s\u00a0]/.test(walker.currentNode.nodeValue ?? '')) return walker.currentNode as Text;
  return null;
}

/** Takes the mark out of a paragraph and answers it: Word writes it as text, in a span that says so or not. */
function takeMark(paragraph: Element): string {
  const marked = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(styleOf(span)),
  );
  if (marked) {
    const mark = marked.textContent ?? '';
    marked.remove();
    return mark.trim();
  }
  const text = textNodeOf(paragraph);
  const mark = leadingMark.exec(text?.data ?? '')?.[0];
  if (!text || mark === undefined) return '';
  text.data = text.data.slice(mark.length);
  return mark.trim();
}

/** A paragraph of Word as the item of a list that it is, or null. Numbered headings stay headings. */
function wordItem(element: Element): FlatItem | null {
  const found = element.tagName === 'P' ? msoList.exec(styleOf(element)) : null;
  if (!found) return null;
  const mark = takeMark(element);
  const content = element.ownerDocument.createElement('div');
  const paragraph = element.ownerDocument.createElement('p');
  paragraph.append(...element.childNodes);
  content.append(paragraph);
  return { level: Number(found[2]), ordered: numbering.test(mark), list: found[1] ?? '', content };
}

/** Word in the browser writes each item as a list of its own, in a `div` beside the next. */
function wordOnlineItems(element: Element): FlatItem[] | null {
  if (!element.classList.contains('ListContainerWrapper')) return null;
  return [...element.querySelectorAll('li')].map((item) => ({
    level: Number(item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level')) || 1,
    ordered: item.parentElement?.tagName === 'OL',
    list: '',
    content: item,
  }));
}

function itemsOf(element: Element): readonly FlatItem[] | null {
  const item = wordItem(element);
  return item ? [item] : wordOnlineItems(element);
}

/** Makes lists of what Word writes as paragraphs with `mso-list`, or one by one. Changes `root`. */
export function restoreLists(root: Element): void {
  const selector = 'p[style*="mso-list" i], .ListContainerWrapper';
  for (let first = root.querySelector(selector); first; first = root.querySelector(selector)) {
    const parts: Element[] = [];
    const items: FlatItem[] = [];
    for (let next: Element | null = first; next; next = next.nextElementSibling) {
      const found = itemsOf(next);
      if (!found) break;
      parts.push(next);
      items.push(...found);
    }
    // `mso-list:none` and the like: nothing of a list.
    if (parts.length === 0) first.removeAttribute('style');
    else first.before(nestedList(items, root.ownerDocument));
    for (const part of parts) part.remove();
  }
}
