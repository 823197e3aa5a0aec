import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than between any two things of one screen. */
const mostStops = 90;

/** Presses Tab, or Shift+Tab, until something has the focus, which has to be seen there. */
export async function tabTo(page: Page, target: Locator, back = false): Promise<void> {
  // Tab passes over what is not enabled yet.
  await expect(target).toBeEnabled();
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  await expect(target).toBeFocused();
  await expect.poll(() => target.evaluate(focusFault)).toBe('');
}

/** Goes to something with Tab alone, and presses it with a key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field with Tab alone, and writes into it. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Runs in the page: why somebody would not see that an element has the focus; '' where they do (WCAG 2.4.7, 2.4.11). */
function focusFault(element: Element): string {
  const { left, top, width, height } = element.getBoundingClientRect();
  const points = [0.5, 0.15, 0.85].flatMap((x) =>
    [0.5, 0.15, 0.85].map((y) => [left + width * x, top + height * y]),
  );
  const isSeen = points.some(([x = 0, y = 0]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || element.closest('label')?.contains(hit));
  });
  if (!isSeen) return 'covered, or out of sight';

  const swatch = document.body.appendChild(document.createElement('i'));
  swatch.style.color = 'var(--accent)';
  const accent = getComputedStyle(swatch).color;
  swatch.remove();
  // A field is framed with its button, a choice by its words, the editor by its toolbar's line.
  const parent = element.parentElement;
  const around = [element, element.nextElementSibling, parent, parent?.parentElement];
  const framed = [...around, parent?.previousElementSibling].filter((box) => box instanceof Element);
  const isFramed = framed.some((box) => {
    const { outlineStyle, outlineColor, borderColor, borderBottomColor } = getComputedStyle(box);
    const hasOutline = outlineStyle !== 'none' && outlineColor !== 'rgba(0, 0, 0, 0)';
    return hasOutline || borderColor === accent || borderBottomColor === accent;
  });
  return isFramed || getComputedStyle(element).boxShadow !== 'none' ? '' : 'nothing shows the focus';
}
