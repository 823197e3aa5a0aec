const controls = 'a, button, input, select, summary, textarea, [role="button"], [contenteditable="true"]';

/** What a click at this element acts on: the control around it or, of a label, the one that it names. */
function controlAt(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return target.closest('label')?.control ?? target.closest(controls);
}

/**
 * Ends the second click of a double click or double tap where another control has come under the finger since the first
 * one: it was meant for what is no longer there. "Add another" in the place of "Add" would close a link that is shown once.
 * Keys, and programs that click, count no clicks (`detail` is 0 or 1).
 */
export function startStrayClickGuard(): void {
  let first: Element | null = null;
  const end = (event: MouseEvent) => {
    const control = controlAt(event.target);
    if (event.detail < 2) first = control;
    else if (control && control !== first) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  window.addEventListener('click', end, { capture: true });
}
