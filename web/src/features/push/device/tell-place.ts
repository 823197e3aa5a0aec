// The worker asks where the page is before it shows what may be in sight there (offline/push.ts).
const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
serviceWorker?.addEventListener('message', ({ data, ports }) => {
  if ((data as { where?: unknown } | null)?.where === true)
    ports[0]?.postMessage(location.pathname + location.search);
});
