import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    /** What was pressed and what moved last, oldest first. */
    presses?: string[];
  }
}

/**
 * Keeps what happened last to the pointer, the history and the layout in every page of a context. A press that had no effect
 * on another machine is told by it: an element that moved away between `mousedown` and `mouseup` gets no `click`.
 */
export async function recordPresses(context: BrowserContext): Promise<void> {
  await context.addInitScript((most: number) => {
    const kept: string[] = [];
    window.presses = kept;
    const note = (at: number, text: string) => {
      kept.push(`${Math.round(at)} ms: ${text}`);
      if (kept.length > most) kept.shift();
    };
    const nameOf = (node: EventTarget | null): string => {
      if (!(node instanceof Element)) return String(node);
      const control = node.closest('button, a, input, textarea, [role]') ?? node;
      return `${control.tagName.toLowerCase()} "${control.ariaLabel ?? control.textContent?.slice(0, 30) ?? ''}"`;
    };
    for (const type of ['mousedown', 'mouseup', 'click', 'touchstart', 'touchend', 'pointercancel'])
      addEventListener(type, (event) => note(event.timeStamp, `${type} ${nameOf(event.target)}`), {
        capture: true,
        passive: true,
      });
    addEventListener('popstate', (event) => note(event.timeStamp, `popstate ${location.pathname}`), true);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry.startTime, 'layout shift');
    }).observe({ type: 'layout-shift' });
  }, 24);
}

/** What `recordPresses` has kept of a page. */
export const pressesOf = (page: Page): Promise<string[]> => page.evaluate(() => window.presses ?? []);
