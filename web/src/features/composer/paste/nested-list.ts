/** An item of a list that was written without nesting. */
export interface FlatItem {
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
export function nestedList(items: readonly FlatItem[], document: Document): DocumentFragment {
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
