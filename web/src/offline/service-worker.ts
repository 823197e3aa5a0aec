import { isAsset, isShellPath, surplus } from './what-to-keep.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The app's page, and its hashed files, which never change. The API and media are never kept. */
const shellCache = 'duet-shell';
const assetCache = 'duet-assets';
const shellKey = '/home';
/** How long the network may take to give the page before the kept one shows. */
const patienceMs = 4000;

async function fromNetwork(request: Request): Promise<Response> {
  const response = await fetch(request, { signal: AbortSignal.timeout(patienceMs) });
  const page = response.ok && response.headers.get('Content-Type')?.startsWith('text/html');
  if (page) await (await caches.open(shellCache)).put(shellKey, response.clone());
  return response;
}

async function page(request: Request): Promise<Response> {
  try {
    return await fromNetwork(request);
  } catch (error) {
    const kept = await caches.match(shellKey, { cacheName: shellCache });
    if (kept) return kept;
    throw error;
  }
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: assetCache });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(assetCache)).put(request, response.clone());
  return response;
}

/** Keeps what the first page had loaded before this worker was there. */
async function keep(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(assetCache);
  await Promise.allSettled([
    ...addresses
      .filter((address) => isAsset(new URL(address, location.href)))
      .map((address) => cache.add(address)),
    fromNetwork(new Request(shellKey)),
  ]);
  const kept = await cache.keys();
  await Promise.all(surplus(kept).map((request) => cache.delete(request)));
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (event) => {
  const { data, source } = event as ExtendableMessageEvent & { data: { loaded?: readonly string[] } };
  if (source && Array.isArray(data?.loaded)) event.waitUntil(keep(data.loaded));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || request.method !== 'GET') return;
  if (isAsset(url)) event.respondWith(asset(request));
  else if (request.mode === 'navigate' && isShellPath(url)) event.respondWith(page(request));
});
