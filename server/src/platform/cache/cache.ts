import type { Changes } from '../db/changes.ts';
import type { Database, Reads } from '../db/database.ts';
import { Dependencies, type Narrowing } from './dependencies.ts';
import { DependencyIndex } from './dependency-index.ts';
import { HeldBytes } from './held-bytes.ts';
import { type Used, UseOrder } from './use-order.ts';

export interface Made<T> {
  readonly value: T;
  /** How much it holds, in bytes, about. An object that is cached under several keys counts once. */
  readonly bytes: number;
  /** Names rows as `Writes.concerns` does; of tables that are not in it every change counts. */
  readonly narrowing?: Narrowing;
  /** How long it is right at most, in ms, where it changes with time as well. */
  readonly maxAgeMs?: number;
  /** Its hits are not counted: it is asked for with nearly every request, and would hide how the others do. */
  readonly uncounted?: boolean;
}

/** What a value is made of: rows, and other cached values. */
export interface Sources {
  readonly reads: Reads;
  readonly cache: Cache;
}

/** Values made of rows, cached until a transaction may have changed one of them. */
export interface Cache {
  /** The value if it is there and current. */
  peek(key: string): unknown;
  /**
   * The value, made where it is not there; `key` says all that it depends on beside rows. Those who ask at the same time
   * wait for one making. What is null is not cached.
   */
  get<T>(key: string, make: (sources: Sources) => Promise<Made<T> | null>): Promise<T | null>;
  /** The same, without what was made, or began to be, before now: for who has just written through another server. */
  fresh(): Cache;
  metrics(): CacheMetrics;
}

interface CacheMetrics {
  /** Now. */
  readonly values: number;
  readonly bytes: number;
  /** Since the start: how often a value was there, and how often one was made. */
  readonly hits: number;
  readonly made: number;
}

interface Entry extends Used<Entry> {
  readonly key: string;
  readonly value: unknown;
  readonly dependencies: Dependencies;
  /** Of the value. */
  readonly bytes: number;
  /** Of all the rest. */
  readonly ownBytes: number;
  readonly counted: boolean;
  /** Counts the values that were begun, this one included. */
  readonly order: number;
  /** By the clock, in ms: from when until before when it is right. */
  readonly since: number;
  readonly until: number;
}

/** A value that is being made. */
interface Making {
  readonly entry: Promise<Entry | null>;
  readonly order: number;
  /** What was changed since it began to read. */
  readonly changes: Changes[];
}

export interface CacheOptions {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly clock: { now(): number };
  /** Of more, what was not asked for the longest goes. */
  readonly maxBytes: number;
  /** For what other servers write, of which this one learns nothing in time. */
  readonly maxAgeMs: number;
  /** Caches nothing: each value is made anew. */
  readonly off?: boolean | undefined;
}

/** What an entry costs beside its value: key, sets, maps. */
const overheadBytes = 500;

/**
 * Which tables a value is made of, its statements say while it is made; which tables a transaction changes, its statements
 * say (`platform/db/changes.ts`). So nothing can be forgotten, only narrowed.
 *
 * Within this process a value is dropped before the caller of the transaction knows of its end: nobody gets an answer
 * from before their own write.
 */
export class ValueCache implements Cache, Disposable {
  readonly #options: CacheOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #order = new UseOrder<Entry>();
  readonly #making = new Map<string, Making>();
  readonly #index = new DependencyIndex<Entry>();
  readonly #held = new HeldBytes();
  readonly #unsubscribe: () => void;
  #bytes = 0;
  #hits = 0;
  #made = 0;

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#unsubscribe = options.db.commits.subscribe((changes) => this.#drop(changes));
  }

  metrics(): CacheMetrics {
    return { values: this.#entries.size, bytes: this.#bytes, hits: this.#hits, made: this.#made };
  }

  peek(key: string): unknown {
    return this.#current(key, 0)?.value;
  }

  async get<T>(key: string, make: (sources: Sources) => Promise<Made<T> | null>): Promise<T | null> {
    const entry = this.#current(key, 0) ?? (await this.#joinOrMake(key, make, 0));
    return (entry?.value as T | undefined) ?? null;
  }

  fresh(): Cache {
    return this.#view(this.#made + 1);
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
    this.#entries.clear();
  }

  /** The entry, where its making was the `from`th or a later one. */
  #current(key: string, from: number): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.order < from) return undefined;
    // Drops by itself what another program has changed.
    this.#options.db.lookForOtherPrograms();
    if (this.#entries.get(key) !== entry) return undefined;
    const now = this.#options.clock.now();
    if (now >= entry.until || now < entry.since) {
      this.#remove(entry);
      return undefined;
    }
    this.#order.use(entry);
    if (entry.counted) this.#hits += 1;
    return entry;
  }

  #joinOrMake<T>(
    key: string,
    make: (sources: Sources) => Promise<Made<T> | null>,
    from: number,
  ): Promise<Entry | null> {
    const making = this.#making.get(key);
    // What was changed since it began may be missing in it.
    if (making && making.order >= from && making.changes.length === 0) return making.entry;
    const changes: Changes[] = [];
    const { promise, resolve } = Promise.withResolvers<Entry | null>();
    this.#made += 1;
    const order = this.#made;
    const mine: Making = { entry: promise, order, changes };
    this.#making.set(key, mine);
    const work = async () => {
      try {
        const entry = await this.#make(key, make, { order, from });
        if (entry && this.#making.get(key) === mine) this.#add(entry, changes);
        return entry;
      } finally {
        if (this.#making.get(key) === mine) this.#making.delete(key);
      }
    };
    resolve(work());
    return promise;
  }

  async #make<T>(
    key: string,
    make: (sources: Sources) => Promise<Made<T> | null>,
    { order, from }: { readonly order: number; readonly from: number },
  ): Promise<Entry | null> {
    const since = this.#options.clock.now();
    const parts: Entry[] = [];
    const tables = new Set<string>();
    const reads = this.#options.db.readRecorded((each) => {
      for (const table of each) tables.add(table);
    });
    const made = await make({ reads, cache: this.#view(from, parts) });
    if (made === null) return null;
    const dependencies = new Dependencies();
    dependencies.add(tables, made.narrowing);
    for (const part of parts) dependencies.merge(part.dependencies);
    const ages = [this.#options.maxAgeMs, made.maxAgeMs ?? Number.POSITIVE_INFINITY];
    const until = Math.min(since + Math.min(...ages), ...parts.map((part) => part.until));
    const ownBytes = key.length + overheadBytes;
    const { value, bytes, uncounted } = made;
    const unused = { before: null, after: null };
    return { key, value, dependencies, bytes, ownBytes, counted: !uncounted, order, since, until, ...unused };
  }

  /**
   * What was made by the `from`th making or a later one. What is got for `parts` of something else is added to them, which then
   * depends on the same rows.
   */
  #view(from: number, parts?: Entry[]): Cache {
    return {
      peek: (key) => (parts ? undefined : this.#current(key, from)?.value),
      fresh: () => this.#view(this.#made + 1, parts),
      metrics: () => this.metrics(),
      get: async <T>(key: string, make: (sources: Sources) => Promise<Made<T> | null>) => {
        const entry = this.#current(key, from) ?? (await this.#joinOrMake(key, make, from));
        if (!entry) return null;
        parts?.push(entry);
        return entry.value as T;
      },
    };
  }

  #add(entry: Entry, meanwhile: readonly Changes[]): void {
    const { maxBytes, off } = this.#options;
    if (off || entry.bytes + entry.ownBytes > maxBytes / 3) return;
    if (meanwhile.some((changes) => entry.dependencies.areTouchedBy(changes))) return;
    const former = this.#entries.get(entry.key);
    if (former) this.#remove(former);
    this.#entries.set(entry.key, entry);
    this.#order.add(entry);
    this.#index.add(entry);
    this.#bytes += entry.ownBytes + this.#held.hold(entry);
    for (let { first } = this.#order; first && this.#bytes > maxBytes; { first } = this.#order) {
      this.#remove(first);
    }
  }

  #drop(changes: Changes): void {
    for (const making of this.#making.values()) making.changes.push(changes);
    const dropped = changes === 'everything' ? [...this.#entries.values()] : this.#index.touchedBy(changes);
    for (const entry of dropped) this.#remove(entry);
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#order.remove(entry);
    this.#index.remove(entry);
    this.#bytes -= entry.ownBytes + this.#held.release(entry);
  }
}
