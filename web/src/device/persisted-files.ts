import { createStore, del, get, promisifyRequest, set } from 'idb-keyval';
import { filesDatabase } from './storage-keys.ts';

/** Opened when it is first used. */
const files = createStore(filesDatabase.name, filesDatabase.store);

/** The names below a folder: `a/` holds `a/1` and `a/2`. */
const below = (folder: string) => IDBKeyRange.bound(folder, `${folder}\uffff`);

/** What the work answers, or `failed` where it throws or rejects; a browser without IndexedDB throws. */
async function tried<T>(work: () => Promise<T>, failed: T): Promise<T> {
  try {
    return await work();
  } catch {
    return failed;
  }
}

/**
 * Picked files that this device keeps over a reload. Private modes and full disks refuse; then `put` answers false
 * and nothing is there later.
 */
export const persistedFiles = {
  /** Answers whether the file will survive the page. */
  put: (name: string, file: Blob): Promise<boolean> =>
    tried(() => set(name, file, files).then(() => true), false),
  get: (name: string): Promise<Blob | null> =>
    tried(async () => {
      const file: unknown = await get(name, files);
      return file instanceof Blob ? file : null;
    }, null),
  // A file that stays costs room and nothing else.
  remove: (name: string): Promise<void> => tried(() => del(name, files), undefined),
  removeAll: (folder: string): Promise<void> =>
    tried(() => files('readwrite', (store) => promisifyRequest(store.delete(below(folder)))), undefined),
};
