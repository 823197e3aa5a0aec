import { limits } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { newKey, sourceKey, thumbnailKey } from '../platform/storage/keys.ts';
import { Findings } from './findings.ts';
import { isOrphan, type Orphan, rowOf } from './orphans.ts';
import type { FileRow } from './store.ts';

const now = 1_000_000_000_000;
const old = now - limits.orphan.afterMs - 1;
const key = newKey('photos', 'jpg');

const row = (changes: Partial<FileRow> = {}): FileRow => ({
  id: 'one',
  path: key,
  thumbnail_path: thumbnailKey(key),
  source_widths: '320,640',
  state: 'ready',
  created_at: old,
  released_at: null,
  referenced: false,
  ...changes,
});

const object = (modifiedAt: number) => ({ key, size: 5, modifiedAt });

describe('an orphan (security.md §6)', () => {
  it('is a file that nothing refers to, older than 24 hours', () => {
    expect(isOrphan(object(now), row(), now)).toBe(true);
    expect(isOrphan(object(old), row({ created_at: old + 1 }), now)).toBe(false);
    expect(isOrphan(object(old), row({ referenced: true }), now)).toBe(false);
  });

  it('is one only a day after its last reference went', () => {
    expect(isOrphan(object(old), row({ released_at: old + 1 }), now)).toBe(false);
    expect(isOrphan(object(old), row({ released_at: old }), now)).toBe(true);
  });

  it('is none while it is being stored or deleted', () => {
    expect(isOrphan(object(old), row({ state: 'pending' }), now)).toBe(false);
    expect(isOrphan(object(old), row({ state: 'deleting' }), now)).toBe(false);
  });

  it('without a row is as old as its bytes', () => {
    expect(isOrphan(object(old), undefined, now)).toBe(true);
    expect(isOrphan(object(old + 1), undefined, now)).toBe(false);
  });
});

describe('the row of a file', () => {
  const rows = new Map([[key, row()]]);

  it('is that of the picture for its thumbnail, and for the sizes that it has', () => {
    expect(rowOf(rows, key)?.id).toBe('one');
    expect(rowOf(rows, thumbnailKey(key))?.id).toBe('one');
    expect(rowOf(rows, sourceKey(key, 640))?.id).toBe('one');
    expect(rowOf(rows, sourceKey(key, 1280))).toBeUndefined();
    expect(rowOf(rows, newKey('photos', 'jpg'))).toBeUndefined();
  });
});

describe('what a scan found', () => {
  const orphan = (since: number, size = 1): Orphan => ({
    key,
    directory: 'photos',
    size,
    since,
    mediaId: null,
    reason: 'unknown',
  });

  it('is counted whole, and listed from the oldest', () => {
    const findings = new Findings();
    findings.add([orphan(3, 10), orphan(1, 20)]);
    findings.add([orphan(2, 30)]);
    expect([findings.files, findings.bytes]).toEqual([3, 60]);
    expect(findings.oldest().map(({ since }) => since)).toEqual([1, 2, 3]);
  });

  it('keeps only the oldest of very many', () => {
    const findings = new Findings();
    const { listed } = limits.orphan;
    for (let from = 0; from < 5 * listed; from += 10)
      findings.add(Array.from({ length: 10 }, (_, n) => orphan(10 * listed - from - n)));
    expect([findings.files, findings.bytes]).toEqual([5 * listed, 5 * listed]);
    const times = findings.oldest().map(({ since }) => since);
    expect(times).toHaveLength(listed);
    expect([times[0], times.at(-1)]).toEqual([5 * listed + 1, 6 * listed]);
  });
});
