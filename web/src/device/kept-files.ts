import { filesDatabase } from './storage-keys.ts';

let opened: Promise<IDBDatabase> | undefined;

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(filesDatabase.name, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(filesDatabase.store));
    asPromise(request).then(resolve, reject);
  }).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await database();
  return asPromise(work(db.transaction(filesDatabase.store, mode).objectStore(filesDatabase.store)));
}

/** The names below a folder: `a/` holds `a/1` and `a/2`. */
const below = (folder: string) => IDBKeyRange.bound(folder, `${folder}\uffff`);

/**
 * Picked files that this device keeps over a reload. Private modes and full disks refuse; then `put` answers false
 * and nothing is there later.
 */
export const keptFiles = {
  /** Answers whether the file will survive the page. */
  put: (name: string, file: Blob): Promise<boolean> =>
    inStore('readwrite', (store) => store.put(file, name)).then(
      () => true,
      () => false,
    ),
  get: (name: string): Promise<Blob | null> =>
    inStore<unknown>('readonly', (store) => store.get(name)).then(
      (file) => (file instanceof Blob ? file : null),
      () => null,
    ),
  // A file that stays costs room and nothing else.
  remove: (name: string): Promise<void> =>
    inStore('readwrite', (store) => store.delete(name)).catch(() => undefined),
  removeAll: (folder: string): Promise<void> =>
    inStore('readwrite', (store) => store.delete(below(folder))).catch(() => undefined),
};
