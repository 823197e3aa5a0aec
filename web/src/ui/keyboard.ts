/** Less than this, in px, is the browser's own bars coming and going, not a keyboard. */
const leastPx = 80;

interface Window {
  readonly innerHeight: number;
}

/** How much of the window's foot an on-screen keyboard covers, in px; 0 while the page is zoomed. */
export function keyboardHeight(
  { innerHeight }: Window,
  seen: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>,
): number {
  const covered = Math.round(innerHeight - seen.height - seen.offsetTop);
  return seen.scale === 1 && covered > leastPx ? covered : 0;
}

/**
 * Tells the page how much of its foot the keyboard covers, as `--keyboard`: browsers that lay it over the page move the
 * page up instead, header and all. Pages and sheets end above it.
 */
export function followKeyboard(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const page = document.documentElement;
  let shown = -1;
  const measure = () => {
    const height = keyboardHeight(window, seen);
    if (height === shown) return;
    shown = height;
    page.style.setProperty('--keyboard', `${height}px`);
    page.classList.toggle('keyboard-open', height > 0);
    if (height > 0) window.scrollTo(0, 0);
  };
  measure();
  seen.addEventListener('resize', measure);
  seen.addEventListener('scroll', measure);
}

const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable="true"]');

/** Brings what is being written in back into sight, once pages and sheets have made room for the keyboard. */
export function showField(): void {
  requestAnimationFrame(() => {
    if (isField(document.activeElement)) document.activeElement.scrollIntoView({ block: 'nearest' });
  });
}
