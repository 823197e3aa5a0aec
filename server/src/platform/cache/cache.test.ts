import { beforeEach, describe, expect, it } from 'vitest';
import type { Changes } from '../db/changes.ts';
import { Commits } from '../db/commits.ts';
import type { Database, Reads } from '../db/database.ts';
import { type Cache, type CacheOptions, type Made, type Sources, ValueCache } from './cache.ts';

const commits = new Commits();
let now: number;
let cache: ValueCache;

/** What the database finds that other programs have written. */
let lookForOtherPrograms: () => void;

/** Reads that do nothing but say which tables they are of. */
const reading = (sources: Sources, ...tables: string[]) =>
  (sources.reads as unknown as { of(tables: string[]): void }).of(tables);

const db = {
  commits,
  readRecorded: (record: (tables: Iterable<string>) => void) => ({ of: record }) as unknown as Reads,
  lookForOtherPrograms: () => lookForOtherPrograms(),
  syncOtherPrograms: async () => {},
} as unknown as Database;

const cacheOf = (options: Partial<CacheOptions> = {}) =>
  new ValueCache({ db, clock: { now: () => now }, maxBytes: 100_000, maxAgeMs: 1000, ...options });

beforeEach(() => {
  now = 1_000_000;
  lookForOtherPrograms = () => {};
  cache = cacheOf();
});

let made = 0;
/** A value of these tables; each making answers another one. */
const value =
  (tables: string[], rest: Partial<Made<string>> = {}) =>
  async (sources: Sources): Promise<Made<string>> => {
    reading(sources, ...tables);
    made += 1;
    return { value: `value ${made}`, bytes: 100, ...rest };
  };

const changed = (...tables: [string, 'all' | string[]][]): Changes =>
  new Map(tables.map(([table, rows]) => [table, rows === 'all' ? 'all' : new Set(rows)]));

describe('a value', () => {
  it('is made once, until a table that it reads is changed', async () => {
    const first = await cache.get('a', value(['posts']));
    commits.emit(changed(['users', 'all']));
    expect(await cache.get('a', value(['posts']))).toBe(first);
    expect(cache.peek('a')).toBe(first);
    commits.emit(changed(['posts', 'all']));
    expect(cache.peek('a')).toBeUndefined();
    expect(await cache.get('a', value(['posts']))).not.toBe(first);
  });

  it('stays when rows are changed that do not concern it, and goes when all may be', async () => {
    const narrowed = value(['posts', 'users'], { narrowing: { posts: ['1', '2'] } });
    const first = await cache.get('a', narrowed);
    commits.emit(changed(['posts', ['3']]));
    expect(cache.peek('a')).toBe(first);
    commits.emit(changed(['posts', ['3', '2']]));
    expect(cache.peek('a')).toBeUndefined();
    await cache.get('a', narrowed);
    commits.emit(changed(['posts', 'all']));
    expect(cache.peek('a')).toBeUndefined();
    await cache.get('a', narrowed);
    commits.emit(changed(['users', ['7']]));
    expect(cache.peek('a')).toBeUndefined();
    await cache.get('a', narrowed);
    commits.emit('everything');
    expect(cache.peek('a')).toBeUndefined();
  });

  it('that names no row of a table, as an empty page does, goes when all of its rows may be changed', async () => {
    await cache.get('a', value(['posts'], { narrowing: { posts: [] } }));
    commits.emit(changed(['posts', ['1']]));
    expect(cache.peek('a')).toBeDefined();
    commits.emit(changed(['posts', 'all']));
    expect(cache.peek('a')).toBeUndefined();
  });

  it('is made for all who ask at the same time', async () => {
    const before = made;
    const answers = await Promise.all(['a', 'a', 'a'].map((key) => cache.get(key, value(['posts']))));
    expect(new Set(answers).size).toBe(1);
    expect(made).toBe(before + 1);
  });

  it('is not cached where what it reads was changed while it was made, and no later asker gets it', async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const early = cache.get('a', async (sources) => {
      const before = await value(['posts'])(sources);
      await goOn;
      return { ...before, value: 'from before' };
    });
    commits.emit(changed(['posts', 'all']));
    const late = await cache.get('a', value(['posts']));
    resolve();
    expect(await early).toBe('from before');
    expect(late).not.toBe('from before');
    expect(cache.peek('a')).toBe(late);
    expect(await cache.get('a', value(['posts']))).toBe(late);
  });

  it('is not cached where what it reads was changed while it was made, and nobody else asks', async () => {
    await cache.get('a', async (sources) => {
      const result = await value(['posts'])(sources);
      commits.emit(changed(['posts', 'all']));
      return result;
    });
    expect(cache.peek('a')).toBeUndefined();
  });

  it('is made for who comes after a change, also when what began before the change ends meanwhile', async () => {
    const [early, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = (until: Promise<void>) => (sources: Sources) => until.then(() => value(['posts'])(sources));
    const first = cache.get('a', slow(early.promise));
    commits.emit(changed(['posts', 'all']));
    const second = cache.get('a', slow(late.promise));
    early.resolve();
    await first;
    const third = cache.get('a', value(['posts']));
    late.resolve();
    expect(await third).toBe(await second);
  });

  it('is not there where another program has changed what it reads', async () => {
    await cache.get('a', value(['posts']));
    lookForOtherPrograms = () => commits.emit(changed(['posts', 'all']));
    expect(cache.peek('a')).toBeUndefined();
  });

  it('is cached where something else was changed while it was made', async () => {
    const slow = cache.get('a', async (sources) => {
      const result = await value(['posts', 'users'], { narrowing: { users: ['1'] } })(sources);
      commits.emit(changed(['users', ['2']]));
      return result;
    });
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.peek('a') ?? (await slow)).toBe(cache.peek('a'));
  });

  it('goes with its parts', async () => {
    const whole = () =>
      cache.get('whole', async (sources) => {
        const part = await sources.cache.get('part', value(['posts'], { narrowing: { posts: ['1'] } }));
        return value(['users'])(sources).then((own) => ({ ...own, value: `${part} in ${own.value}` }));
      });
    const first = await whole();
    commits.emit(changed(['users', 'all']));
    expect(cache.peek('whole')).toBeUndefined();
    expect(cache.peek('part')).toBeDefined();
    const second = await whole();
    expect(second).not.toBe(first);
    commits.emit(changed(['posts', ['1']]));
    expect([cache.peek('whole'), cache.peek('part')]).toEqual([undefined, undefined]);
    const third = await whole();
    commits.emit(changed(['posts', ['2']]));
    expect(cache.peek('whole')).toBe(third);
  });

  it('is cached where a part of it is none', async () => {
    const whole = await cache.get('whole', async (sources) => {
      expect(await sources.cache.get('part', async () => null)).toBeNull();
      return value(['posts'])(sources);
    });
    expect(cache.peek('whole')).toBe(whole);
  });

  it('goes with the parts that it wanted fresh', async () => {
    const former = await cache.get('part', value(['posts']));
    const whole = await cache.get('whole', async (sources) => {
      const part = await sources.cache.fresh().get('part', value(['posts']));
      return { value: part, bytes: 1 };
    });
    expect(whole).not.toBe(former);
    commits.emit(changed(['posts', 'all']));
    expect(cache.peek('whole')).toBeUndefined();
  });

  it('is not cached where it failed or is none', async () => {
    await expect(cache.get('a', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(await cache.get('a', async () => null)).toBeNull();
    expect(await cache.get('a', value(['posts']))).toMatch('value');
  });

  it('has an age at most, its own or that of its oldest part', async () => {
    await cache.get('part', value(['posts']));
    now += 600;
    await cache.get('whole', async (sources) => {
      const part = await sources.cache.get('part', value(['posts']));
      return { value: part, bytes: 1 };
    });
    await cache.get('short', value(['posts'], { maxAgeMs: 300 }));
    now += 299;
    expect(cache.peek('short')).toBeDefined();
    now += 1;
    expect(cache.peek('short')).toBeUndefined();
    now += 99;
    expect(cache.peek('whole')).toBeDefined();
    now += 1;
    expect([cache.peek('whole'), cache.peek('part')]).toEqual([undefined, undefined]);
  });

  it('is made anew when the clock was put back', async () => {
    await cache.get('a', value(['posts']));
    now -= 1;
    expect(cache.peek('a')).toBeUndefined();
  });
});

describe('a fresh view', () => {
  it('has nothing that was made before it, parts included, and leaves what it makes to everybody', async () => {
    const whole = (from: Cache) =>
      from.get('whole', async (sources) => {
        const part = await sources.cache.get('part', value(['posts']));
        return { value: part, bytes: 1 };
      });
    const first = await whole(cache);
    const fresh = cache.fresh();
    expect(fresh.peek('whole')).toBeUndefined();
    expect(cache.peek('whole')).toBe(first);
    const second = await whole(fresh);
    expect(second).not.toBe(first);
    expect([await whole(fresh), await whole(cache), fresh.peek('whole')]).toEqual([second, second, second]);
    expect(await whole(cache.fresh())).not.toBe(second);
  });

  it('has what was made for it, and makes it once for all who ask at the same time', async () => {
    await cache.get('a', value(['posts']));
    const fresh = cache.fresh();
    const answers = await Promise.all(['a', 'a'].map((key) => fresh.get(key, value(['posts']))));
    expect(new Set([...answers, await fresh.get('a', value(['posts']))]).size).toBe(1);
  });

  it('does not wait for what began to be made before it, which is not cached then', async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const early = cache.get('a', async (sources) => {
      const before = await value(['posts'])(sources);
      await goOn;
      return { ...before, value: 'from before' };
    });
    const late = await cache.fresh().get('a', value(['posts']));
    resolve();
    expect(await early).toBe('from before');
    expect(late).not.toBe('from before');
    expect(cache.peek('a')).toBe(late);
  });
});

describe('room', () => {
  it('is made by what was not asked for the longest', async () => {
    cache = cacheOf({ maxBytes: 5000 });
    const some = () => value(['posts'], { bytes: 700 });
    for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, some());
    cache.peek('a');
    await cache.get('e', some());
    const there = ['a', 'b', 'c', 'd', 'e'].filter((key) => cache.peek(key) !== undefined);
    expect(there).toEqual(['a', 'c', 'd', 'e']);
    expect(cache.metrics().bytes).toBeLessThanOrEqual(5000);
  });

  it('is not given to what would take most of it', async () => {
    cache = cacheOf({ maxBytes: 5000 });
    await cache.get('small', value(['posts'], { bytes: 10 }));
    await cache.get('large', value(['posts'], { bytes: 4000 }));
    expect([cache.peek('large'), cache.peek('small') !== undefined]).toEqual([undefined, true]);
    // Of 1,666 at most, with its own 500 and more.
    await cache.get('middle', value(['posts'], { bytes: 1300 }));
    expect(cache.peek('middle')).toBeUndefined();
  });

  it('is taken once by an object that several keys have, and given back with the last of them', async () => {
    const shared = { shown: 'to many' };
    const of = (key: string) => async (sources: Sources) => {
      reading(sources, 'posts');
      return { value: shared, bytes: 10_000, narrowing: { posts: [key] } };
    };
    const bytes = () => cache.metrics().bytes;
    await cache.get('a', of('a'));
    const alone = bytes();
    expect(alone).toBeGreaterThan(10_000);
    await cache.get('b', of('b'));
    expect(bytes() - alone).toBeLessThan(1000);
    commits.emit(changed(['posts', ['a']]));
    expect([cache.peek('a'), cache.peek('b')]).toEqual([undefined, shared]);
    expect(bytes()).toBe(alone);
    commits.emit(changed(['posts', ['b']]));
    expect(bytes()).toBe(0);
    await cache.get('a', of('a'));
    expect(bytes()).toBe(alone);
  });

  it('is taken by each of two equal texts', async () => {
    for (const key of ['a', 'b']) await cache.get(key, value(['posts'], { value: 'text', bytes: 10_000 }));
    expect(cache.metrics().bytes).toBeGreaterThan(20_000);
  });

  it.each([
    ['all rows', undefined, ['1']],
    ['one row', { posts: ['1'] }, ['1']],
    ['one row, when all were changed,', { posts: ['1'] }, 'all' as const],
  ])('is given back when a value of %s grew too old or was made anew', async (_, narrowing, rows) => {
    const some = narrowing ? value(['posts'], { narrowing }) : value(['posts']);
    await cache.get('a', some);
    const { bytes } = cache.metrics();
    now += 1000;
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.metrics()).toMatchObject({ values: 0, bytes: 0 });
    await cache.get('a', some);
    await cache.fresh().get('a', some);
    expect(cache.metrics()).toMatchObject({ values: 1, bytes });
    commits.emit(changed(['posts', rows]));
    expect(cache.metrics()).toMatchObject({ values: 0, bytes: 0 });
  });

  it('is made by what is there, not once more by a value that was made anew', async () => {
    cache = cacheOf({ maxBytes: 5000 });
    const some = () => value(['posts'], { bytes: 700 });
    await cache.get('a', some());
    await cache.fresh().get('a', some());
    for (const key of ['b', 'c', 'd']) await cache.get(key, some());
    cache.peek('a');
    await cache.get('e', some());
    expect(['a', 'b'].map((key) => cache.peek(key) !== undefined)).toEqual([true, false]);
  });

  it('is given back with all that is dropped', async () => {
    for (const key of ['a', 'b']) await cache.get(key, value(['posts'], { narrowing: { posts: [key] } }));
    commits.emit('everything');
    expect(cache.metrics()).toMatchObject({ values: 0, bytes: 0 });
  });
});

it('caches nothing where it is switched off', async () => {
  cache = cacheOf({ off: true });
  const first = await cache.get('a', value(['posts']));
  expect(cache.peek('a')).toBeUndefined();
  expect(await cache.get('a', value(['posts']))).not.toBe(first);
});

it('counts hits, but for those of values that are asked for with nearly every request', async () => {
  await cache.get('a', value(['posts']));
  await cache.get('b', value(['posts'], { uncounted: true }));
  expect(cache.metrics()).toMatchObject({ hits: 0, made: 2 });
  for (const key of ['a', 'b', 'a']) cache.peek(key);
  expect(cache.fresh().metrics()).toMatchObject({ hits: 2, made: 2 });
});
