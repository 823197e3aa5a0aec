/**
 * What this device keeps. Private modes and full disks make the browser's storage throw; then what was set lives as
 * long as the page.
 */
const memory = new Map<string, string>();

export const deviceStorage = {
  get(key: string): string | null {
    // First what the storage had no room for: what lies there under the same key is older.
    const unstored = memory.get(key);
    if (unstored !== undefined) return unstored;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Answers whether it will survive the page. */
  set(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      memory.delete(key);
      return true;
    } catch {
      memory.set(key, value);
      return false;
    }
  },
  /**
   * Forgets what the storage had no room for under a key, so that what another tab has stored there since is read. Where
   * the storage cannot be read at all, what lives as long as the page is all there is, and stays.
   */
  forgetUnstored(key: string): void {
    try {
      localStorage.getItem(key);
      memory.delete(key);
    } catch {
      // No other tab has stored anything.
    }
  },
  remove(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing is kept there, so nothing has to be removed.
    }
  },
  /** The keys that begin so, in no order. */
  keys(prefix: string): string[] {
    const kept = [...memory.keys()];
    try {
      for (let index = 0; index < localStorage.length; index += 1) kept.push(localStorage.key(index) ?? '');
    } catch {
      // What lives as long as the page is all there is.
    }
    return [...new Set(kept)].filter((key) => key.startsWith(prefix));
  },
  getJson(key: string): unknown {
    const text = this.get(key);
    if (text === null) return null;
    try {
      return JSON.parse(text);
    } catch {
      // Damaged, or written by something else on this address.
      return null;
    }
  },
  setJson(key: string, value: unknown): boolean {
    return this.set(key, JSON.stringify(value));
  },
};
