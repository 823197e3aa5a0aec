import { topDialog } from './modal.ts';

const controls = 'a, button, input, select, summary, textarea, [role="button"], [contenteditable="true"]';
/** As far as a finger may slide, in px, in a press that it did not take back. */
const slidesPx = 10;

/** What a click at this element acts on: the control around it or, of a label, the one that it names. */
function controlAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest('label')?.control ?? target.closest<HTMLElement>(controls);
}

/** Where a press began, and on what. */
interface Press {
  readonly control: HTMLElement | null;
  readonly event: PointerEvent;
}

/** Whether what was pressed can be reached: no dialog has opened above it, or is leaving with it. */
function isReachable(control: HTMLElement): boolean {
  const dialog = topDialog();
  return !dialog || (dialog.contains(control) && !dialog.dataset.leaving);
}

/**
 * Whether a click ends that press, and not far from where it began. Keys, and programs that click, have no pointer; Safari
 * before 18.2 names that of none.
 */
function ends(
  { pointerId, clientX, clientY }: MouseEvent & { readonly pointerId?: number },
  { event }: Press,
): boolean {
  return (
    pointerId === event.pointerId && Math.hypot(clientX - event.clientX, clientY - event.clientY) < slidesPx
  );
}

/**
 * Lets a click act on what the person pressed:
 * - Where a control moved away, or something came over it, between the press and its release, it is clicked all the same. A browser
 *   gives that click to what both places lie in, or to what has come under the finger (UI Events, "click").
 * - The second click of a double click or double tap ends where another control has come under the finger since the first one: it was
 *   meant for what is no longer there. "Add another" in the place of "Add" would close a link that is shown once.
 */
export function startClickGuard(): void {
  let press: Press | null = null;
  let first: Element | null = null;
  const begin = (event: PointerEvent) => {
    press = { control: controlAt(event.target), event };
  };
  const end = (event: MouseEvent) => {
    const at = controlAt(event.target);
    // What is no longer there may have been replaced by what has come in its place.
    const pressed = press?.control?.isConnected && ends(event, press) && press.control;
    const meant = pressed || at;
    const isStray = event.detail > 1 && meant && meant !== first;
    if (event.detail < 2) first = meant;
    if (!isStray && meant === at) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isStray || !pressed || !isReachable(pressed)) return;
    // A click by a program has no keys, and with them Firefox would do nothing. What opens may be of another site: this page is kept
    // from it by Cross-Origin-Opener-Policy.
    const { href } = pressed as Partial<HTMLAnchorElement>;
    if (href && (event.ctrlKey || event.metaKey)) open(href);
    else pressed.click();
  };
  window.addEventListener('pointerdown', begin, { capture: true });
  window.addEventListener('click', end, { capture: true });
}
