import { native } from './platform.ts';

/** Product.md §9: calls to the status bar wait for 500 ms without another one. */
const debounceMs = 500;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Adapts the status bar to the theme that shows, once it has stayed for 500 ms. */
export function adaptStatusBar(theme: 'light' | 'dark'): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // A phone without such a bar refuses.
    native()
      .showStatusBar(theme)
      .catch(() => undefined);
  }, debounceMs);
}

/** Product.md §9. iOS ends a web view that holds too much, without a warning. */
const cleanupMs = 60_000;

/** Calls `clean` every 60 s on iOS, for as long as the app lives. Answers how to stop. */
export function startMemoryCleanup(clean: () => void): () => void {
  if (native().platform !== 'ios') return () => undefined;
  const timer = setInterval(clean, cleanupMs);
  return () => clearInterval(timer);
}

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
