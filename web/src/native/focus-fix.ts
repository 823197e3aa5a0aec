/** Product.md §9. */
const focusMs = 300;

/** What is hidden from sight or from screen readers while it may still hold the focus. */
const hidden = '[aria-hidden="true"], [inert], [data-route][hidden]';
/** A page that came back, still marked as if it lay behind another one. */
const markedInVain = '[data-route][aria-hidden="true"]:not([hidden])';

/**
 * Web views leave the focus in a page that went behind another one, where a keyboard types unseen and a screen reader
 * is lost, and a page may come back still marked as hidden. Takes the focus out, and the mark off.
 */
function fixFocus(page: Pick<Document, 'activeElement' | 'querySelectorAll'>): void {
  for (const shown of page.querySelectorAll(markedInVain)) shown.removeAttribute('aria-hidden');
  const focused = page.activeElement as HTMLElement | null;
  if (focused?.closest(hidden)) focused.blur();
}

/** Looks after the focus every 300 ms while the page is seen. Answers how to stop. */
export function startFocusFix(page: Document): () => void {
  const timer = setInterval(() => {
    if (!page.hidden) fixFocus(page);
  }, focusMs);
  return () => clearInterval(timer);
}
