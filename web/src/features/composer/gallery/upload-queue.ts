interface Entry {
  readonly key: string;
  readonly ends: AbortController;
  readonly work: (signal: AbortSignal) => Promise<void>;
}

interface UploadQueue {
  /** Work under a key that is there already is not taken twice. */
  readonly add: (key: string, work: Entry['work']) => void;
  /** Ends what is under way under a key, or forgets what waits. */
  readonly cancel: (key: string) => void;
  readonly cancelAll: () => void;
}

/** Does at most so much at a time, in the order in which it came. Work tells its own failures. */
export function uploadQueue(atOnce: number): UploadQueue {
  const entries = new Map<string, Entry>();
  const running = new Set<Entry>();

  function next(): void {
    for (const entry of entries.values()) {
      if (running.size >= atOnce) return;
      if (!running.has(entry)) void run(entry);
    }
  }

  async function run(entry: Entry): Promise<void> {
    running.add(entry);
    try {
      await entry.work(entry.ends.signal);
    } finally {
      running.delete(entry);
      if (entries.get(entry.key) === entry) entries.delete(entry.key);
      next();
    }
  }

  function cancel(key: string): void {
    const entry = entries.get(key);
    entries.delete(key);
    entry?.ends.abort();
  }

  return {
    add(key, work) {
      if (entries.has(key)) return;
      entries.set(key, { key, ends: new AbortController(), work });
      next();
    },
    cancel,
    cancelAll() {
      for (const key of [...entries.keys()]) cancel(key);
    },
  };
}
