import { beforeEach, describe, expect, it } from 'vitest';
import type { Changes } from '../db/changes.ts';
import { Commits } from '../db/commits.ts';
import type { Database, Reads } from '../db/database.ts';
import { type Kept, type KeptOptions, KeptValues, type Made, type Sources } from './kept.ts';

const commits = new Commits();
let now: number;
let kept: KeptValues;

/** Reads that do nothing but say which tables they are of. */
const reading = (sources: Sources, ...tables: string[]) =>
  (sources.reads as unknown as { of(tables: string[]): void }).of(tables);

const db = {
  commits,
  readRecorded: (record: (tables: Iterable<string>) => void) => ({ of: record }) as unknown as Reads,
  lookForOtherPrograms: () => {},
  syncOtherPrograms: async () => {},
} as unknown as Database;

const keeping = (options: Partial<KeptOptions> = {}) =>
  new KeptValues({ db, clock: { now: () => now }, maxBytes: 100_000, maxAgeMs: 1000, ...options });

beforeEach(() => {
  now = 1_000_000;
  kept = keeping();
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
    const first = await kept.get('a', value(['posts']));
    commits.emit(changed(['users', 'all']));
    expect(await kept.get('a', value(['posts']))).toBe(first);
    expect(kept.peek('a')).toBe(first);
    commits.emit(changed(['posts', 'all']));
    expect(kept.peek('a')).toBeUndefined();
    expect(await kept.get('a', value(['posts']))).not.toBe(first);
  });

  it('stays when rows are changed that do not concern it, and goes when all may be', async () => {
    const narrowed = value(['posts', 'users'], { narrowing: { posts: ['1', '2'] } });
    const first = await kept.get('a', narrowed);
    commits.emit(changed(['posts', ['3']]));
    expect(kept.peek('a')).toBe(first);
    commits.emit(changed(['posts', ['3', '2']]));
    expect(kept.peek('a')).toBeUndefined();
    await kept.get('a', narrowed);
    commits.emit(changed(['posts', 'all']));
    expect(kept.peek('a')).toBeUndefined();
    await kept.get('a', narrowed);
    commits.emit(changed(['users', ['7']]));
    expect(kept.peek('a')).toBeUndefined();
    await kept.get('a', narrowed);
    commits.emit('everything');
    expect(kept.peek('a')).toBeUndefined();
  });

  it('that names no row of a table, as an empty page does, goes when all of its rows may be changed', async () => {
    await kept.get('a', value(['posts'], { narrowing: { posts: [] } }));
    commits.emit(changed(['posts', ['1']]));
    expect(kept.peek('a')).toBeDefined();
    commits.emit(changed(['posts', 'all']));
    expect(kept.peek('a')).toBeUndefined();
  });

  it('is made for all who ask at the same time', async () => {
    const before = made;
    const answers = await Promise.all(['a', 'a', 'a'].map((key) => kept.get(key, value(['posts']))));
    expect(new Set(answers).size).toBe(1);
    expect(made).toBe(before + 1);
  });

  it('is not kept where what it reads was changed while it was made, and no later asker gets it', async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const early = kept.get('a', async (sources) => {
      const before = await value(['posts'])(sources);
      await goOn;
      return { ...before, value: 'from before' };
    });
    commits.emit(changed(['posts', 'all']));
    const late = await kept.get('a', value(['posts']));
    resolve();
    expect(await early).toBe('from before');
    expect(late).not.toBe('from before');
    expect(kept.peek('a')).toBe(late);
    expect(await kept.get('a', value(['posts']))).toBe(late);
  });

  it('is kept where something else was changed while it was made', async () => {
    const slow = kept.get('a', async (sources) => {
      const result = await value(['posts', 'users'], { narrowing: { users: ['1'] } })(sources);
      commits.emit(changed(['users', ['2']]));
      return result;
    });
    expect(kept.peek('a')).toBeUndefined();
    expect(kept.peek('a') ?? (await slow)).toBe(kept.peek('a'));
  });

  it('goes with its parts', async () => {
    const whole = () =>
      kept.get('whole', async (sources) => {
        const part = await sources.kept.get('part', value(['posts'], { narrowing: { posts: ['1'] } }));
        return value(['users'])(sources).then((own) => ({ ...own, value: `${part} in ${own.value}` }));
      });
    const first = await whole();
    commits.emit(changed(['users', 'all']));
    expect(kept.peek('whole')).toBeUndefined();
    expect(kept.peek('part')).toBeDefined();
    const second = await whole();
    expect(second).not.toBe(first);
    commits.emit(changed(['posts', ['1']]));
    expect([kept.peek('whole'), kept.peek('part')]).toEqual([undefined, undefined]);
    const third = await whole();
    commits.emit(changed(['posts', ['2']]));
    expect(kept.peek('whole')).toBe(third);
  });

  it('is not kept where it failed or is none', async () => {
    await expect(kept.get('a', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(await kept.get('a', async () => null)).toBeNull();
    expect(await kept.get('a', value(['posts']))).toMatch('value');
  });

  it('has an age at most, its own or that of its oldest part', async () => {
    await kept.get('part', value(['posts']));
    now += 600;
    await kept.get('whole', async (sources) => {
      const part = await sources.kept.get('part', value(['posts']));
      return { value: part, bytes: 1 };
    });
    await kept.get('short', value(['posts'], { maxAgeMs: 300 }));
    now += 299;
    expect(kept.peek('short')).toBeDefined();
    now += 1;
    expect(kept.peek('short')).toBeUndefined();
    now += 99;
    expect(kept.peek('whole')).toBeDefined();
    now += 1;
    expect([kept.peek('whole'), kept.peek('part')]).toEqual([undefined, undefined]);
  });

  it('is made anew when the clock was put back', async () => {
    await kept.get('a', value(['posts']));
    now -= 1;
    expect(kept.peek('a')).toBeUndefined();
  });
});

describe('a fresh view', () => {
  it('has nothing that was made before it, parts included, and leaves what it makes to everybody', async () => {
    const whole = (from: Kept) =>
      from.get('whole', async (sources) => {
        const part = await sources.kept.get('part', value(['posts']));
        return { value: part, bytes: 1 };
      });
    const first = await whole(kept);
    const fresh = kept.fresh();
    expect(fresh.peek('whole')).toBeUndefined();
    expect(kept.peek('whole')).toBe(first);
    const second = await whole(fresh);
    expect(second).not.toBe(first);
    expect([await whole(fresh), await whole(kept), fresh.peek('whole')]).toEqual([second, second, second]);
    expect(await whole(kept.fresh())).not.toBe(second);
  });

  it('does not wait for what began to be made before it, which is not kept then', async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const early = kept.get('a', async (sources) => {
      const before = await value(['posts'])(sources);
      await goOn;
      return { ...before, value: 'from before' };
    });
    const late = await kept.fresh().get('a', value(['posts']));
    resolve();
    expect(await early).toBe('from before');
    expect(late).not.toBe('from before');
    expect(kept.peek('a')).toBe(late);
  });
});

describe('room', () => {
  it('is made by what was not asked for the longest', async () => {
    kept = keeping({ maxBytes: 5000 });
    const some = () => value(['posts'], { bytes: 700 });
    for (const key of ['a', 'b', 'c', 'd']) await kept.get(key, some());
    kept.peek('a');
    await kept.get('e', some());
    const there = ['a', 'b', 'c', 'd', 'e'].filter((key) => kept.peek(key) !== undefined);
    expect(there).toEqual(['a', 'c', 'd', 'e']);
    expect(kept.metrics().bytes).toBeLessThanOrEqual(5000);
  });

  it('is not given to what would take most of it', async () => {
    kept = keeping({ maxBytes: 5000 });
    await kept.get('small', value(['posts'], { bytes: 10 }));
    await kept.get('large', value(['posts'], { bytes: 4000 }));
    expect([kept.peek('large'), kept.peek('small') !== undefined]).toEqual([undefined, true]);
  });

  it('is taken once by an object that several keys have, and given back with the last of them', async () => {
    const shared = { shown: 'to many' };
    const of = (key: string) => async (sources: Sources) => {
      reading(sources, 'posts');
      return { value: shared, bytes: 10_000, narrowing: { posts: [key] } };
    };
    const bytes = () => kept.metrics().bytes;
    await kept.get('a', of('a'));
    const alone = bytes();
    expect(alone).toBeGreaterThan(10_000);
    await kept.get('b', of('b'));
    expect(bytes() - alone).toBeLessThan(1000);
    commits.emit(changed(['posts', ['a']]));
    expect([kept.peek('a'), kept.peek('b')]).toEqual([undefined, shared]);
    expect(bytes()).toBe(alone);
    commits.emit(changed(['posts', ['b']]));
    expect(bytes()).toBe(0);
  });

  it('is given back with all that is dropped', async () => {
    for (const key of ['a', 'b']) await kept.get(key, value(['posts'], { narrowing: { posts: [key] } }));
    commits.emit('everything');
    expect(kept.metrics()).toMatchObject({ values: 0, bytes: 0 });
  });
});

it('keeps nothing where it is switched off', async () => {
  kept = keeping({ off: true });
  const first = await kept.get('a', value(['posts']));
  expect(kept.peek('a')).toBeUndefined();
  expect(await kept.get('a', value(['posts']))).not.toBe(first);
});
