/** A page that shares a device's storage with others. */
export interface Page {
  readonly isOver: boolean;
  /** Told that another page has changed an entry. */
  readonly changedElsewhere: (key: string, newValue: string | null) => void;
}

function request<T>(result: () => T) {
  const made = {
    result: undefined as T | undefined,
    error: null,
    onsuccess: undefined as (() => void) | undefined,
  };
  queueMicrotask(() => {
    made.result = result();
    made.onsuccess?.();
  });
  return made;
}

/** Bounds of names, as `IDBKeyRange.bound` makes them. */
interface Range {
  readonly from: string;
  readonly to: string;
}

/** What one browser keeps for its pages: `localStorage`, and files in an IndexedDB. It outlives them all. */
export class Device {
  readonly name: string;
  readonly texts = new Map<string, string>();
  readonly files = new Map<string, unknown>();
  readonly pages = new Set<Page>();
  isOnline = true;

  constructor(name: string) {
    this.name = name;
  }

  /** How much of one kind waits for the server (src/device/outbox.ts). */
  waiting(kind: 'like' | 'comment' | 'message'): number {
    const kept = [...this.texts].filter(([key]) => key.startsWith('duet.outbox.'));
    return kept.filter(([, text]) => JSON.parse(text).kind === kind).length;
  }

  /** The storage as one page sees it. A page that is over writes no more. */
  storageOf(page: Page) {
    const { texts } = this;
    const write = (key: string, value: string | null) => {
      if (page.isOver || (texts.get(key) ?? null) === value) return;
      if (value === null) texts.delete(key);
      else texts.set(key, value);
      for (const other of this.pages) if (other !== page) other.changedElsewhere(key, value);
    };
    return {
      get length() {
        return texts.size;
      },
      key: (index: number) => [...texts.keys()][index] ?? null,
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, value: string) => write(key, String(value)),
      removeItem: (key: string) => write(key, null),
    };
  }

  /** As much of IndexedDB as idb-keyval uses for device/persisted-files.ts: one store, entries by name. */
  databasesOf(page: Page) {
    const { files } = this;
    const change = (work: () => void) => request(() => (page.isOver ? undefined : work()));
    const store = {
      /** Complete when everything asked before is. */
      get transaction() {
        return request(() => undefined);
      },
      put: (file: unknown, name: string) => change(() => files.set(name, file)),
      get: (name: string) => request(() => files.get(name)),
      delete: (names: string | Range) =>
        change(() => {
          for (const name of [...files.keys()]) {
            const isMeant =
              typeof names === 'string' ? name === names : name >= names.from && name <= names.to;
            if (isMeant) files.delete(name);
          }
        }),
    };
    const database = { createObjectStore: () => store, transaction: () => ({ objectStore: () => store }) };
    return { open: () => request(() => database) };
  }

  static readonly ranges = { bound: (from: string, to: string): Range => ({ from, to }) };
}
