import { excess, isAsset, isPostPath, isShellPath } from './cache-rules.ts';
import { takePushes } from './push.ts';
import { isShare, receiveShare, removeOldShares } from './share-target.ts';
import { type Page, withoutPreloads } from './without-preloads.ts';

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

const keptFile = (key: Request | string, cacheName: string): Promise<Response | undefined> =>
  // By its name alone: what loaded it the first time may have sent other headers, such as no `Origin`.
  caches.match(key, { cacheName, ignoreVary: true }).catch(() => undefined);

/** Keeps a copy beside the answer, which neither waits for it nor fails with it: the device may be full. */
function keepAside(event: ExtendableEvent, name: string, key: Request | string, response: Response): void {
  const copy = response.clone();
  const kept = caches.open(name).then((cache) => cache.put(key, copy));
  event.waitUntil(kept.catch(() => undefined));
}

async function fromNetwork(event: ExtendableEvent, request: Request): Promise<Response> {
  const response = await fetch(request);
  const page = response.ok && response.headers.get('Content-Type')?.startsWith('text/html');
  // The page of a post says what is in it, which this person may not be allowed to read later.
  if (page && !isPostPath(new URL(request.url))) keepAside(event, shellCache, shellKey, response);
  return response;
}

/** The kept page where the network gives none, or none soon; where none is kept, the network has all the time it takes. */
async function fresherOrKept(event: FetchEvent): Promise<Page> {
  const fresh = fromNetwork(event, event.request).then(withoutPreloads);
  // What comes after the kept page is kept for the next time.
  event.waitUntil(fresh.catch(() => undefined));
  const patience = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  const soon = await Promise.race([fresh.catch(() => null), patience]);
  if (soon) return soon;
  const kept = await keptFile(shellKey, shellCache);
  return kept ? withoutPreloads(kept) : fresh;
}

/** Asks for what the page would have preloaded, or after an update it would come one after the other. */
async function page(event: FetchEvent): Promise<Response> {
  const { response, preloads } = await fresherOrKept(event);
  for (const address of preloads) event.waitUntil(asset(event, new Request(address)).catch(() => undefined));
  return response;
}

async function asset(event: ExtendableEvent, request: Request): Promise<Response> {
  const kept = await keptFile(request, assetCache);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) keepAside(event, assetCache, request, response);
  return response;
}

/** What pages tell is kept in the order in which they tell it: what one lets go of, the next may have in use. */
let keeping: Promise<void> = Promise.resolve();

/** Keeps what a page had loaded before this worker was there, as far as it is not kept yet, and lets go of old files. */
async function keep(event: ExtendableEvent, addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(assetCache);
  await Promise.allSettled([
    ...addresses
      .filter((address) => isAsset(new URL(address, location.href)))
      .map(async (address) => (await keptFile(address, assetCache)) ?? cache.add(address)),
    keptFile(shellKey, shellCache).then((kept) => kept ?? fromNetwork(event, new Request(shellKey))),
  ]);
  const used = new Set(addresses);
  const old = excess(await cache.keys(), ({ url }) => used.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (event) => {
  const { data, source } = event as ExtendableMessageEvent & { data: Told };
  if (source && data?.claim === true) event.waitUntil(worker.clients.claim());
  if (source && Array.isArray(data?.loaded)) {
    const { loaded } = data;
    keeping = keeping.then(() => keep(event, loaded)).catch(() => undefined);
    event.waitUntil(Promise.all([keeping, removeOldShares()]));
  }
});
takePushes(worker);
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (isShare(request, url)) return event.respondWith(receiveShare(request));
  if (request.method !== 'GET') return;
  if (isAsset(url)) event.respondWith(asset(event, request));
  else if (request.mode === 'navigate' && isShellPath(url)) event.respondWith(page(event));
});
