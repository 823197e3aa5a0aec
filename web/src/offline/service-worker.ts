import { excess, isAsset, isPostPath, isShellPath } from './cache-rules.ts';
import { takePushes } from './push.ts';
import { isShare, receiveShare, removeOldShares } from './share-target.ts';
import { withoutPreloads } from './without-preloads.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The app's page, and its hashed files, which never change. The API and media are never kept. */
const shellCache = 'duet-shell';
const assetCache = 'duet-assets';
const shellKey = '/home';
/** How long the network may take to give the page before the kept one shows. */
const patienceMs = 4000;

/** What a page tells. */
interface Told {
  /** It wants to be served by this worker from now on. */
  readonly claim?: boolean;
  /** The app's files that it has loaded. */
  readonly loaded?: readonly string[];
}

async function fromNetwork(request: Request): Promise<Response> {
  const response = await fetch(request, { signal: AbortSignal.timeout(patienceMs) });
  const page = response.ok && response.headers.get('Content-Type')?.startsWith('text/html');
  // The page of a post says what is in it, which this person may not be allowed to read later.
  if (page && !isPostPath(new URL(request.url)))
    await (await caches.open(shellCache)).put(shellKey, response.clone());
  return response;
}

async function fresherOrKept(request: Request): Promise<Response> {
  try {
    return await fromNetwork(request);
  } catch (error) {
    const kept = await caches.match(shellKey, { cacheName: shellCache, ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

/** Asks for what the page would have preloaded, or after an update it would come one after the other. */
async function page(request: Request): Promise<Response> {
  const { response, preloads } = await withoutPreloads(await fresherOrKept(request));
  for (const address of preloads) asset(new Request(address)).catch(() => undefined);
  return response;
}

async function asset(request: Request): Promise<Response> {
  // By its name alone: what loaded it the first time may have sent other headers, such as no `Origin`.
  const kept = await caches.match(request, { cacheName: assetCache, ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(assetCache)).put(request, response.clone());
  return response;
}

/** Keeps what the first page had loaded before this worker was there, as far as it is not kept yet. */
async function keep(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(assetCache);
  const isKept = async (address: string, cacheName: string) =>
    (await caches.match(address, { cacheName, ignoreVary: true })) !== undefined;
  await Promise.allSettled([
    ...addresses
      .filter((address) => isAsset(new URL(address, location.href)))
      .map(async (address) => (await isKept(address, assetCache)) || cache.add(address)),
    isKept(shellKey, shellCache).then((kept) => (kept ? null : fromNetwork(new Request(shellKey)))),
  ]);
  const kept = await cache.keys();
  await Promise.all(excess(kept).map((request) => cache.delete(request)));
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (event) => {
  const { data, source } = event as ExtendableMessageEvent & { data: Told };
  if (source && data?.claim === true) event.waitUntil(worker.clients.claim());
  if (source && Array.isArray(data?.loaded)) {
    event.waitUntil(Promise.all([keep(data.loaded), removeOldShares()]));
  }
});
takePushes(worker);
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (isShare(request, url)) return event.respondWith(receiveShare(request));
  if (request.method !== 'GET') return;
  if (isAsset(url)) event.respondWith(asset(request));
  else if (request.mode === 'navigate' && isShellPath(url)) event.respondWith(page(request));
});
