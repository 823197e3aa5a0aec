import type { Page } from '@playwright/test';

/** The smallest target that a finger may be asked to meet, in CSS px (WCAG 2.5.8). */
const smallestTarget = 24;

/**
 * What of the layout keeps somebody from reading or pressing: a page that scrolls sideways, a control that is cut off, too
 * small, or too narrow for its own words (what covers a control is found by hit-test.ts). Of an open dialog only what is in
 * it counts. Words that an ellipsis ends are meant to be cut, and those below the end of a folded box where a button beneath
 * it unfolds the rest; a box that scrolls sideways by itself, as a wide table does, is meant to. Scroll positions are left as
 * they were.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const faults: string[] = [];
    const dialogs = [...document.querySelectorAll<HTMLElement>('dialog:modal')];
    const scope = dialogs.at(-1) ?? document.body;
    const nameOf = (element: Element) => {
      const words = element.getAttribute('aria-label') || element.textContent?.trim() || '';
      return `${element.tagName.toLowerCase()} "${words.slice(0, 60)}" .${element.getAttribute('class') ?? ''}`;
    };
    const isSeen = (element: Element) => {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) return false;
      if (element.closest('.visually-hidden, #splash, [inert]')) return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0;
    };
    const scrollsSideways = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth + 1)
          return true;
      }
      return false;
    };
    const isHidden = ({ opacity, clipPath, pointerEvents }: CSSStyleDeclaration) =>
      pointerEvents === 'none' && (opacity === '0' || clipPath !== 'none');
    /** The boxes around that cut off what stands over their edge, up to the one that can be scrolled to it. */
    const clippers = (element: Element): Element[] => {
      const found: Element[] = [];
      const isFixed = getComputedStyle(element).position === 'fixed';
      for (let at = element.parentElement; at && !isFixed; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowY)) break;
        if (/hidden|clip/.test(overflowX)) found.push(at);
      }
      return found;
    };
    /** An ellipsis ends what is longer, in one line or some. */
    const isCutOnPurpose = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== scope; at = at.parentElement) {
        const { textOverflow, webkitLineClamp } = getComputedStyle(at);
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return true;
      }
      return false;
    };
    /** What is to be seen of something: not what lies below the end of a folded box, where the button beneath it shows the rest. */
    const unfolded = (element: Element, { left, right, top, bottom }: DOMRect) => {
      const shown = { left, right, top, bottom };
      for (
        let at = element.closest('[data-folded]');
        at;
        at = at.parentElement?.closest('[data-folded]') ?? null
      ) {
        const more = at.nextElementSibling;
        if (!more?.matches('button') || !isSeen(more)) continue;
        const end = at.getBoundingClientRect().bottom;
        shown.bottom = Math.min(shown.bottom, end);
        shown.top = Math.min(shown.top, end);
      }
      return shown;
    };
    /** Whether the words of a control stand in it; a badge stands over the edge on purpose. */
    const wordsFit = (control: Element, { left, right, top, bottom }: DOMRect): boolean => {
      const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const around = node.parentElement;
        if (!around || !isSeen(around) || around.closest('.badge')) continue;
        if (isCutOnPurpose(around)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const words = range.getBoundingClientRect();
        if (words.left < left - 2 || words.right > right + 2) return false;
        if (words.top < top - 4 || words.bottom > bottom + 4) return false;
      }
      return true;
    };

    for (const box of [document.documentElement, scope, ...scope.querySelectorAll('*')]) {
      if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
      if (box.scrollWidth > box.clientWidth + 1 && !box.matches('pre, [role="toolbar"], fieldset, table'))
        faults.push(`scrolls sideways: ${nameOf(box)}`);
    }

    const controls = [
      ...scope.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), textarea, select, [role="textbox"], [tabindex="0"]',
      ),
    ].filter((control) => isSeen(control) && !isHidden(getComputedStyle(control)));
    const scrolled = new Map<Element, readonly [number, number]>();
    for (const control of controls) {
      const style = getComputedStyle(control);
      // Where only the words around it are to be pressed, they are what counts.
      const label = style.opacity === '0' ? control.closest('label') : null;
      const target = label ?? control;
      for (let at: Element | null = target; at; at = at.assignedSlot ?? at.parentElement)
        if (!scrolled.has(at)) scrolled.set(at, [at.scrollLeft, at.scrollTop]);
      target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      for (const clipper of clippers(target)) {
        const [left = 0, top = 0] = scrolled.get(clipper) ?? [];
        clipper.scrollTo({ left, top, behavior: 'instant' });
      }
      const rect = target.getBoundingClientRect();
      const name = nameOf(target);
      const inText = style.display === 'inline' && control.tagName === 'A';
      if (!inText && (rect.width < least || rect.height < least))
        faults.push(`smaller than ${least} px: ${rect.width.toFixed(0)} × ${rect.height.toFixed(0)} ${name}`);
      if (!scrollsSideways(target) && (rect.left < -1 || rect.right > innerWidth + 1))
        faults.push(`beyond the edge of the screen: ${name}`);
      const shown = unfolded(target, rect);
      for (const clipper of clippers(target)) {
        const edge = clipper.getBoundingClientRect();
        const cut =
          rect.left < edge.left - 1 ||
          rect.right > edge.right + 1 ||
          shown.top < edge.top - 1 ||
          shown.bottom > edge.bottom + 1;
        if (cut && !scrollsSideways(target))
          faults.push(`cut off: ${name} by ${nameOf(clipper).slice(0, 40)}`);
      }
      const isScrolled = /auto|scroll/.test(style.overflowY);
      const isWritten = /INPUT|TEXTAREA|SELECT/.test(control.tagName);
      if (!isWritten && !isScrolled && !isCutOnPurpose(control) && !inText && !wordsFit(control, rect))
        faults.push(`too small for its words: ${name}`);
    }

    // Words that are cut without a sign.
    for (const element of scope.querySelectorAll<HTMLElement>('*')) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!own || element.tagName === 'TEXTAREA' || !isSeen(element)) continue;
      if (isCutOnPurpose(element) || scrollsSideways(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const words = unfolded(element, range.getBoundingClientRect());
      for (const clipper of [element, ...clippers(element)]) {
        if (!/hidden|clip/.test(getComputedStyle(clipper).overflow)) continue;
        const edge = clipper.getBoundingClientRect();
        if (words.right > edge.right + 2 || words.left < edge.left - 2)
          faults.push(`words cut off: ${nameOf(element)} by ${nameOf(clipper).slice(0, 40)}`);
        else if (words.bottom > edge.bottom + 4 || words.top < edge.top - 4)
          faults.push(`words cut off below: ${nameOf(element)} by ${nameOf(clipper).slice(0, 40)}`);
      }
    }
    for (const [element, [left, top]] of scrolled) element.scrollTo({ left, top, behavior: 'instant' });
    return [...new Set(faults)];
  }, smallestTarget);
}

/** Text as large as somebody may ask for: twice the usual (WCAG 1.4.4). */
export const enlargeText = (page: Page, percent: number): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);

/** The spacing that nobody may be kept from choosing (WCAG 1.4.12). */
export const spreadText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        ' p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });

/** Text as it was. */
export const usualText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.removeProperty('font-size');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      ({ cssRules }) => !cssRules[0]?.cssText.includes('letter-spacing'),
    );
  });
