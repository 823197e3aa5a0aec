/** Every file of the app that this page has loaded so far. */
const loadedAssets = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));

/** Lets the installed app open without a network. Waits until the first page stands, to take nothing from it. */
export async function startOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isSecureContext) return;
  try {
    const known = navigator.serviceWorker.controller;
    await navigator.serviceWorker.register('/sw.js', { type: 'module', updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    if (!known) active?.postMessage({ loaded: loadedAssets() });
  } catch (error) {
    // Private windows and full disks refuse it; the app works as well without.
    console.info('Duet opens online only.', error);
  }
}
