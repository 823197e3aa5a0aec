import { deferred } from '../device/ponyfills.ts';

// A browser aborts the calls of a page that is being left, and the page may still run: it would keep on the device that a call
// failed, though nothing failed.
let back: ReturnType<typeof deferred<void>> | null = null;

export function leavePage(): void {
  back ??= deferred();
}

/** The same page is shown again, as it was (Back, Forward). */
export function returnToPage(): void {
  back?.resolve();
  back = null;
}

/** Resolves at once while the page is shown, otherwise when somebody returns to it: mostly never. */
export const whenPageShown = (): Promise<void> => back?.promise ?? Promise.resolve();

// Unit tests run without a page.
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', leavePage);
  addEventListener('pageshow', returnToPage);
}
