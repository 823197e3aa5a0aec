// A browser breaks off the calls of a page that is being left, and the page may still hear of it: that a call failed
// would then be kept on the device, though nothing failed.
let back: PromiseWithResolvers<void> | null = null;

export function leavePage(): void {
  back ??= Promise.withResolvers();
}

/** The same page is shown again, as it was (Back, Forward). */
export function returnToPage(): void {
  back?.resolve();
  back = null;
}

/** Resolves at once where the page is there, otherwise when somebody returns to it: mostly never. */
export const pageIsThere = (): Promise<void> => back?.promise ?? Promise.resolve();

// Unit tests run without a page.
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', leavePage);
  addEventListener('pageshow', returnToPage);
}
