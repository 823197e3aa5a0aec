import type { Page } from '@playwright/test';

interface HitTest {
  /** How many controls were shown. */
  readonly controls: number;
  /** One line for each control that nobody can see or press. */
  readonly faults: readonly string[];
}

/**
 * Hit-tests every control that is shown now: scrolled into view, it has a size, is not transparent or clipped to nothing,
 * lies within the window, its middle stands in its parent, and a press there (`elementFromPoint`, through shadow roots)
 * meets the control itself, something in it, or the label of a field that is drawn by its label. What a control lies in does
 * not count: a press that meets only the parent presses nothing. Of an open modal dialog only what is in it is tried, as the
 * rest is inert. Scroll positions are left as they were.
 */
export async function hitTest(page: Page): Promise<HitTest> {
  return page.evaluate(async () => {
    const selector =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable="true"], [tabindex="0"], ' +
      '[role=button], [role=link], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=switch], ' +
      '[role=tab], [role=checkbox], [role=radio], [role=slider], [role=option], [role=combobox], [role=textbox]';
    const faults = new Set<string>();
    const dialogs = document.querySelectorAll<HTMLElement>('dialog:modal');
    const scope = dialogs[dialogs.length - 1] ?? document.body;
    const parentOf = (element: Element): Element | null =>
      element.assignedSlot ??
      element.parentElement ??
      (element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : null);
    const nameOf = (element: Element) => {
      const words = element.getAttribute('aria-label') || element.textContent?.trim() || '';
      return `${element.tagName.toLowerCase()} "${words.slice(0, 60)}" .${element.getAttribute('class') ?? ''}`;
    };
    const isWithin = (element: Element | null, outer: Element): boolean => {
      for (let at = element; at; at = parentOf(at)) if (at === outer) return true;
      return false;
    };
    const hitAt = (x: number, y: number): Element | null => {
      let hit = document.elementFromPoint(x, y);
      for (let inner = hit; inner?.shadowRoot; hit = inner) {
        const next = inner.shadowRoot.elementFromPoint(x, y);
        if (!next || next === inner) break;
        inner = next;
      }
      return hit;
    };
    /** Why nobody sees it; null where they do. */
    const unseen = (element: Element): string | null => {
      const { width, height } = element.getBoundingClientRect();
      if (width < 1 || height < 1) return 'has no size';
      for (let at: Element | null = element; at; at = parentOf(at)) {
        const { opacity, clipPath, position, clip } = getComputedStyle(at);
        if (Number(opacity) < 0.05) return 'is transparent';
        if (/inset\((50|100)%\)/.test(clipPath)) return 'is clipped to nothing';
        if (position === 'absolute' && /rect\((0|1)px,? (0|1)px,? (0|1)px,? (0|1)px\)/.test(clip))
          return 'is clipped to nothing';
      }
      return null;
    };
    /** What of the control stands in the window and in all that scrolls or clips around it. */
    const visiblePart = (element: Element, rect: DOMRect) => {
      let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom];
      const cut = (edge: { left: number; top: number; right: number; bottom: number }) => {
        left = Math.max(left, edge.left);
        top = Math.max(top, edge.top);
        right = Math.min(right, edge.right);
        bottom = Math.min(bottom, edge.bottom);
      };
      cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      for (let at = parentOf(element); at && at !== document.documentElement; at = parentOf(at)) {
        const style = getComputedStyle(at);
        if (style.display !== 'contents' && /auto|scroll|hidden|clip/.test(style.overflow))
          cut(at.getBoundingClientRect());
        if (style.position === 'fixed' || at === scope) break;
      }
      return { left, top, right, bottom };
    };

    /** The box of the nearest ancestor that has one; null for what is placed in the window. */
    const boxAround = (element: Element): DOMRect | null => {
      if (getComputedStyle(element).position === 'fixed') return null;
      for (let at = parentOf(element); at && at !== scope; at = parentOf(at)) {
        const rect = at.getBoundingClientRect();
        if (!/contents|inline$/.test(getComputedStyle(at).display) && rect.width > 0 && rect.height > 0)
          return rect;
      }
      return null;
    };

    const scrolled = new Map<Element, readonly [number, number]>();
    /** Why a press in the middle of the target does not meet the control; null where it does. */
    const missed = (control: HTMLElement, target: HTMLElement): string | null => {
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      // That scrolls what hides its overflow as well, which nobody else can.
      for (let at = parentOf(target); at; at = parentOf(at)) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const [left = 0, top = 0] = scrolled.get(at) ?? [];
        if (overflowX === 'hidden') at.scrollLeft = left;
        if (overflowY === 'hidden') at.scrollTop = top;
      }
      // The middle of a link that runs over some lines lies in none of them.
      const inText = getComputedStyle(target).display === 'inline';
      const rect = inText ? (target.getClientRects()[0] as DOMRect) : target.getBoundingClientRect();
      const part = visiblePart(target, rect);
      if (part.right <= part.left || part.bottom <= part.top) return `out of sight: ${nameOf(control)}`;
      // Of what is larger than the window, the middle of what can be seen.
      const [wide, high] = [rect.width > innerWidth, rect.height > innerHeight / 2];
      const x = wide ? (part.left + part.right) / 2 : rect.left + rect.width / 2;
      const y = high ? (part.top + part.bottom) / 2 : rect.top + rect.height / 2;
      if (x < part.left || x > part.right || y < part.top || y > part.bottom)
        return `its middle is cut off: ${nameOf(control)}`;
      const box = boxAround(target);
      if (box && !inText && (x < box.left || x > box.right || y < box.top || y > box.bottom))
        return `outside its parent: ${nameOf(control)}`;
      const hit = hitAt(x, y);
      if (isWithin(hit, target) || hit?.closest('label')?.control === control) return null;
      // A notice goes by itself, and can be closed.
      if (hit?.closest('.toast') && !control.closest('.toast')) return null;
      return `covered: ${nameOf(control)} by ${hit ? nameOf(hit) : 'nothing'}`;
    };

    const noteScroll = (element: Element) => {
      for (let at = parentOf(element); at; at = parentOf(at))
        if (!scrolled.has(at)) scrolled.set(at, [at.scrollLeft, at.scrollTop]);
    };
    const focused = document.activeElement;

    const controls = [...scope.querySelectorAll<HTMLElement>(selector)].filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) &&
        !control.closest('#splash, [inert], [aria-hidden="true"]') &&
        // A browser's own file picker is opened by the button beside it.
        !control.matches('input[type=file]'),
    );
    for (const control of controls) {
      // What floats may have gone meanwhile.
      if (!control.isConnected) continue;
      noteScroll(control);
      // A field that is drawn by its label is pressed there.
      const label = (control as HTMLInputElement).labels?.[0] ?? control.closest('label');
      let target: HTMLElement = control;
      if (unseen(control) && label && !unseen(label)) target = label;
      const style = getComputedStyle(control);
      // What shows only to who comes to it by keyboard (the skip link) is looked at when it has the focus.
      const byKeyboard = target === control && unseen(control) !== null && style.pointerEvents === 'none';
      if (byKeyboard) control.focus({ preventScroll: true });
      const why = unseen(target);
      if (why) {
        faults.add(`${why}: ${nameOf(control)}`);
        continue;
      }
      const ignoresPresses = control.matches(':disabled') && style.pointerEvents === 'none';
      let fault = ignoresPresses ? null : missed(control, target);
      if (fault) {
        // What floats only while there is more below (a conversation's way to its end) is gone when the end is reached.
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        fault = missed(control, target);
      }
      if (fault) faults.add(fault);
      if (byKeyboard) {
        control.blur();
        if (focused instanceof HTMLElement && focused !== document.body)
          focused.focus({ preventScroll: true });
      }
    }
    for (const [element, [left, top]] of scrolled) element.scrollTo({ left, top, behavior: 'instant' });
    return { controls: controls.length, faults: [...faults] };
  });
}
