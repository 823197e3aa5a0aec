/**
 * Where the service worker puts what was shared with the app (offline/share-target.ts, which says the same once more: what a
 * service worker shares with a page would become a file of its own, which it could not import).
 */
const sharedCache = 'duet-shared';
const leftOutPath = '/share-target/left-out';
const waitsMs = 60 * 60 * 1000;

export interface SharedFile {
  /** Under which it waits. */
  readonly key: string;
  readonly file: File;
}

export interface SharedFiles {
  /** In the order in which they came. */
  readonly files: readonly SharedFile[];
  /** How many of the last ones there was no room for. */
  readonly leftOut: number;
}

function fileOf(response: Response, bytes: Blob): File {
  const name = decodeURIComponent(response.headers.get('X-File-Name') ?? '') || 'picture';
  return new File([bytes], name, { type: response.headers.get('Content-Type') ?? bytes.type });
}

/** What was shared with the app within the last hour and waits for a person's word. What has waited for longer is thrown away. */
export async function waitingSharedFiles(): Promise<SharedFiles> {
  const files: SharedFile[] = [];
  let leftOut = 0;
  if (!('caches' in globalThis) || !(await caches.has(sharedCache))) return { files, leftOut };
  const waiting = await caches.open(sharedCache);
  for (const { url } of await waiting.keys()) {
    const response = await waiting.match(url);
    if (!response) continue;
    if (!(Date.now() - Number(response.headers.get('X-Shared-At')) < waitsMs)) await waiting.delete(url);
    else if (new URL(url).pathname === leftOutPath) leftOut = Number(await response.text());
    else files.push({ key: url, file: fileOf(response, await response.blob()) });
  }
  return { files, leftOut };
}

/** Lets go of files that were taken or discarded; what came meanwhile goes on waiting. */
export async function removeSharedFiles(keys: readonly string[]): Promise<void> {
  const waiting = await caches.open(sharedCache);
  await Promise.all([...keys, leftOutPath].map((key) => waiting.delete(key)));
}
