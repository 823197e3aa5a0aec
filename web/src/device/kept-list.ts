import { deviceStorage } from './storage.ts';

/** Something that has a name of its own on every device. */
interface Named {
  readonly clientId: string;
}

interface Placed<Entry> {
  /** Grows with every entry, also where the device's clock was set back. */
  readonly order: number;
  readonly entry: Entry;
}

/**
 * A list on this device, oldest first, each entry under a key of its own: tabs that write at the same time take nothing
 * from each other. What is read is not believed before `isEntry` has looked at it.
 */
export class KeptList<Entry extends Named> {
  readonly #prefix: string;
  readonly #isEntry: (value: unknown) => value is Entry;

  constructor(prefix: string, isEntry: (value: unknown) => value is Entry) {
    this.#prefix = `${prefix}.`;
    this.#isEntry = isEntry;
  }

  all(): Entry[] {
    return this.#placed().map(({ entry }) => entry);
  }

  has(clientId: string): boolean {
    return this.#read(this.#prefix + clientId) !== null;
  }

  /** Adds an entry, or puts another word about it in its place. */
  put(entry: Entry): void {
    const key = this.#prefix + entry.clientId;
    const order = this.#read(key)?.order ?? Math.max(Date.now(), 1 + (this.#placed().at(-1)?.order ?? 0));
    deviceStorage.setJson(key, { order, entry } satisfies Placed<Entry>);
  }

  remove(clientId: string): void {
    deviceStorage.remove(this.#prefix + clientId);
  }

  #placed(): Placed<Entry>[] {
    return deviceStorage
      .keys(this.#prefix)
      .map((key) => this.#read(key))
      .filter((placed) => placed !== null)
      .sort((one, other) => one.order - other.order);
  }

  #read(key: string): Placed<Entry> | null {
    const { order, entry } = (deviceStorage.getJson(key) ?? {}) as Partial<Placed<unknown>>;
    return typeof order === 'number' && this.#isEntry(entry) ? { order, entry } : null;
  }
}
