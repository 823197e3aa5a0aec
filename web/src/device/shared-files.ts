/** Where the service worker puts what was shared with the app (offline/share-target.ts). */
const sharedCache = 'duet-shared';
const waitsMs = 60 * 60 * 1000;

function fileOf(response: Response, bytes: Blob): File {
  const name = decodeURIComponent(response.headers.get('X-File-Name') ?? '') || 'picture';
  return new File([bytes], name, { type: response.headers.get('Content-Type') ?? bytes.type });
}

/** The pictures that were shared with the app within the last hour, once, in the order in which they came. */
export async function takeSharedFiles(): Promise<readonly File[]> {
  if (!('caches' in globalThis) || !(await caches.has(sharedCache))) return [];
  const waiting = await caches.open(sharedCache);
  const requests = await waiting.keys();
  const responses = await Promise.all(requests.map((request) => waiting.match(request)));
  await caches.delete(sharedCache);
  const fresh = responses.filter(
    (response) => Date.now() - Number(response?.headers.get('X-Shared-At')) < waitsMs,
  );
  return Promise.all(
    fresh.filter((response) => response !== undefined).map(async (r) => fileOf(r, await r.blob())),
  );
}
