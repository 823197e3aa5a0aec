import { notifyLoaded } from './loaded-files.ts';
import { startNewBuildChecks } from './new-build.ts';

/** Whether the page itself came by way of the service worker, and so whatever it loads. */
function cameThroughWorker(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (page?.workerStart ?? 0) > 0;
}

/** From when on every file that the page loads passes the service worker, which keeps it. */
async function controlledBy(worker: ServiceWorker): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  const taken = new Promise((resolve) =>
    serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  // It takes the pages that are there when it begins; one that was being opened just then has to ask.
  worker.postMessage({ claim: true });
  await taken;
}

/**
 * Lets the installed app open without a network, and an open page notice an update. Waits until the first page stands, to
 * take nothing from it.
 */
export async function startOffline(): Promise<void> {
  if (!import.meta.env.PROD) return;
  startNewBuildChecks();
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register('/sw.js', { type: 'module', updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    if (!active) return;
    if (!cameThroughWorker()) await controlledBy(active);
    // Also where all of them are kept already: what is too old is not, once the worker hears what is used.
    notifyLoaded(active);
  } catch (error) {
    // Private windows and full disks refuse it; the app works as well without.
    console.info('Duet opens online only.', error);
  }
}
