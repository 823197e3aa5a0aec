import type { Page } from '@playwright/test';

/** What a finger should be given to press, in CSS px (WCAG 2.5.5). */
const target = 44;

/**
 * Controls that a finger meets in less than 44 × 44 px. What counts is what a press meets (`elementFromPoint`), an invisible
 * hit area included, not what is drawn. Links within a sentence are excepted, as WCAG 2.5.5 has it, and what is disabled.
 * Scroll positions are left as they were.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const dialogs = [...document.querySelectorAll<HTMLElement>('dialog:modal')];
    const scope = dialogs.at(-1) ?? document.body;
    const faults = new Set<string>();
    const scrolled = new Map<Element, readonly [number, number]>();
    const nameOf = (element: Element) => {
      const words = element.getAttribute('aria-label') || element.textContent?.trim() || '';
      return `${element.tagName.toLowerCase()} "${words.slice(0, 40)}" .${element.getAttribute('class') ?? ''}`;
    };
    const controls = scope.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=textbox], [role=slider], ' +
        '[role=menuitem], [role=switch], [role=tab], [role=option]',
    );
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      if (control.closest('.visually-hidden, #splash, [inert], [aria-hidden="true"]')) continue;
      if (control.matches(':disabled')) continue;
      const { opacity, clipPath, display, pointerEvents } = getComputedStyle(control);
      const label = (control as HTMLInputElement).labels?.[0] ?? control.closest('label');
      // A field that is drawn by its label is pressed there.
      const pressed = opacity === '0' && label ? label : control;
      if (pressed === control && (pointerEvents === 'none' || (clipPath !== 'none' && opacity === '0')))
        continue;
      if (display === 'inline' && control.matches('a')) continue;
      for (let at: Element | null = pressed; at; at = at.parentElement)
        if (!scrolled.has(at)) scrolled.set(at, [at.scrollLeft, at.scrollTop]);
      pressed.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const rect = pressed.getBoundingClientRect();
      if (rect.width === 0 || rect.height === 0) continue;
      const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
      const meets = (atX: number, atY: number) => {
        const hit = document.elementFromPoint(atX, atY);
        return hit !== null && (pressed.contains(hit) || (label !== null && hit.closest('label') === label));
      };
      /** How far presses meet it from its middle, that way. */
      const reach = (dx: number, dy: number) => {
        let far = 0;
        while (far < least && meets(x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 1;
        return far;
      };
      // Its middle may be covered for now, which is the hit test's business.
      if (!meets(x, y)) continue;
      const wide = rect.width >= least - 0.5 ? rect.width : reach(-1, 0) + reach(1, 0);
      const high = rect.height >= least - 0.5 ? rect.height : reach(0, -1) + reach(0, 1);
      if (wide < least - 1 || high < least - 1)
        faults.add(`a finger meets ${wide.toFixed(0)} × ${high.toFixed(0)} px of ${nameOf(control)}`);
    }
    for (const [element, [left, top]] of scrolled) element.scrollTo({ left, top, behavior: 'instant' });
    return [...faults];
  }, target);
}
