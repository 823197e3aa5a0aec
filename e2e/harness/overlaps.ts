import type { Page } from '@playwright/test';

/**
 * Words that stand on other words or on an icon. What floats over a page by design (header, bars, notices) and badges, which
 * stand on their icons, do not count, nor what a box around it hides. Of an open dialog only what is in it counts.
 */
export async function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Box {
      readonly element: Element;
      readonly words: string;
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
    const dialogs = [...document.querySelectorAll<HTMLElement>('dialog:modal')];
    const scope = dialogs.at(-1) ?? document.body;
    const floats = (element: Element) => {
      for (let at: Element | null = element; at && at !== scope; at = at.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
      return false;
    };
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.visually-hidden, #splash, [inert], .badge, .toast') &&
      getComputedStyle(element).clipPath === 'none' &&
      !floats(element);
    const boxes: Box[] = [];
    const add = (element: Element, words: string, rects: Iterable<DOMRect>) => {
      for (const rect of rects) {
        let { left, top, right, bottom } = rect;
        for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(at);
          if (!/auto|scroll|hidden|clip/.test(overflowX + overflowY)) continue;
          const edge = at.getBoundingClientRect();
          [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
          [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
        }
        if (right - left > 2 && bottom - top > 2) boxes.push({ element, words, left, top, right, bottom });
      }
    };
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      if (!around || !node.textContent?.trim() || around.closest('svg') || !isShown(around)) continue;
      range.selectNodeContents(node);
      add(around, node.textContent.trim().slice(0, 30), range.getClientRects());
    }
    for (const icon of scope.querySelectorAll('svg'))
      if (isShown(icon)) add(icon, 'an icon', [icon.getBoundingClientRect()]);
    const found = new Set<string>();
    boxes.sort((one, other) => one.top - other.top);
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        if (other.top >= one.bottom) break;
        if (
          one.element === other.element ||
          (one.element.tagName === 'svg' && other.element.tagName === 'svg')
        )
          continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        // The boxes of lines overlap a little where lines are close.
        const lower = Math.min(one.bottom - one.top, other.bottom - other.top);
        if (wide > 3 && high > lower * 0.35) found.add(`"${one.words}" and "${other.words}" overlap`);
      }
    }
    return [...found];
  });
}
