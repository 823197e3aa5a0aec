/** How far a finger moves, in px, before it counts as reading on or going back. */
const leastPx = 24;

/** A page that scrolls less far than this, in px, is read to its end without more room. */
const scrollsPx = 120;

type Way = 'away' | 'here';

/** What a finger wants that has moved so far, in px; null where it is not clear. */
export function scrollDirection(movedX: number, movedY: number): Way | null {
  if (Math.abs(movedY) < leastPx || Math.abs(movedX) > Math.abs(movedY)) return null;
  return movedY < 0 ? 'away' : 'here';
}

const pageOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest('main') : null;

/**
 * Tells whether a bar is hidden since somebody scrolls down with a finger, until the returned function is called; scrolling
 * up, the top of the page and the keyboard's focus bring it back. A wheel or a program that scrolls changes nothing: who
 * scrolls so has no thumb in the way.
 */
export function followFinger(setAway: (isAway: boolean) => void): () => void {
  let from: { readonly x: number; readonly y: number } | null = null;
  const begin = ({ touches: [first, second] }: TouchEvent) => {
    from = first && !second ? { x: first.clientX, y: first.clientY } : null;
  };
  // Where it was lifted counts too: of a quick move a browser that scrolls tells little else.
  const move = (event: TouchEvent) => {
    const first = event.touches[0] ?? event.changedTouches[0];
    const page = pageOf(event);
    if (!first || event.touches.length > 1 || !from || !page) return;
    const wanted = scrollDirection(first.clientX - from.x, first.clientY - from.y);
    if (!wanted) return;
    from = { x: first.clientX, y: first.clientY };
    setAway(wanted === 'away' && page.scrollHeight - page.clientHeight > scrollsPx);
  };
  const scrolled = (event: Event) => {
    if (pageOf(event) === event.target && (pageOf(event)?.scrollTop ?? 0) <= 0) setAway(false);
  };
  const focused = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest('[data-foot-bar]')) setAway(false);
  };
  const how = { passive: true, capture: true } as const;
  document.addEventListener('touchstart', begin, how);
  document.addEventListener('touchmove', move, how);
  document.addEventListener('touchend', move, how);
  document.addEventListener('scroll', scrolled, how);
  document.addEventListener('focusin', focused);
  return () => {
    document.removeEventListener('touchstart', begin, how);
    document.removeEventListener('touchmove', move, how);
    document.removeEventListener('touchend', move, how);
    document.removeEventListener('scroll', scrolled, how);
    document.removeEventListener('focusin', focused);
  };
}
