/** The addresses of the app's own files among what the page has loaded. */
const filesOfApp = (entries: PerformanceEntryList): string[] =>
  entries.map(({ name }) => name).filter((name) => name.startsWith(`${location.origin}/assets/`));

/**
 * Tells of every file of the app that this page has loaded, also of those that are still on their way: of all of them each
 * time, since what is not named is not in use.
 */
export function notifyLoaded(worker: Pick<ServiceWorker, 'postMessage'>): void {
  const loaded = new Set<string>();
  const observer = new PerformanceObserver((list) => {
    const before = loaded.size;
    for (const file of filesOfApp(list.getEntries())) loaded.add(file);
    if (loaded.size > before) worker.postMessage({ loaded: [...loaded] });
  });
  observer.observe({ type: 'resource', buffered: true });
}
