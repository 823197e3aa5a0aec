import { describe, expect, it } from 'vitest';
import { chunkSize, countIn, findNewest, newestIn, oldestIn, withMessages, withRead } from './chunks.ts';
import { aMessage } from './test/sample.ts';

const ids = (chunks: ReturnType<typeof withMessages>) =>
  chunks.map((chunk) => chunk.map(({ _id }) => Number(_id)));
const some = (...numbers: number[]) => numbers.map((n) => aMessage(n));
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => aMessage(from + index));

describe('chunks of messages', () => {
  it('begin with the first page and grow at both ends', () => {
    const first = withMessages([], some(4, 5, 6));
    expect(ids(first)).toEqual([[4, 5, 6]]);
    const older = withMessages(first, some(1, 2, 3));
    expect(ids(older)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    const newer = withMessages(older, some(6, 7));
    expect(ids(newer)).toEqual([
      [1, 2, 3],
      [4, 5, 6, 7],
    ]);
    expect(newer[0]).toBe(older[0]);
  });

  it('stay the same array where nothing is new', () => {
    const chunks = withMessages([], some(1, 2));
    expect(withMessages(chunks, some(1, 2))).toBe(chunks);
    expect(withMessages(chunks, [])).toBe(chunks);
  });

  it('take a changed message, and leave the other chunks as they are', () => {
    const chunks = withMessages(withMessages([], some(3, 4)), some(1, 2));
    const read = { ...aMessage(4), read_at: '2026-01-02T00:00:00.000Z' };
    const next = withMessages(chunks, [read]);
    expect(newestIn(next)?.read_at).toBe(read.read_at);
    expect(next[0]).toBe(chunks[0]);
    expect(next[1]).not.toBe(chunks[1]);
  });

  it('put a late one between, in the order of the ids', () => {
    const chunks = withMessages(withMessages([], some(5, 9)), some(1, 3));
    expect(ids(withMessages(chunks, some(7, 2, 4)))).toEqual([
      [1, 2, 3, 4],
      [5, 7, 9],
    ]);
  });

  it('close at the end and begin anew', () => {
    const chunks = withMessages([], range(1, chunkSize));
    const next = withMessages(chunks, some(chunkSize + 1));
    expect(next.map((chunk) => chunk.length)).toEqual([chunkSize, 1]);
    expect(countIn(next)).toBe(chunkSize + 1);
  });

  it('know their ends and find from the newest on', () => {
    const chunks = withMessages(withMessages([], some(3, 4)), some(1, 2));
    expect([oldestIn(chunks)?._id, newestIn(chunks)?._id]).toEqual([aMessage(1)._id, aMessage(4)._id]);
    expect(findNewest(chunks, ({ _id }) => Number(_id) < 3)?._id).toBe(aMessage(2)._id);
    expect(findNewest(chunks, () => false)).toBeUndefined();
  });

  it('are marked read up to a message, for one of the two, and stay the same otherwise', () => {
    const at = '2026-01-02T00:00:00.000Z';
    const both = [aMessage(1, 'ana'), aMessage(2, 'dan'), aMessage(3, 'ana'), aMessage(4, 'ana')];
    const chunks = [both.slice(0, 2), both.slice(2)];
    const read = withRead(chunks, 'dan', both[2]?._id ?? '', at);
    expect(read.flat().map(({ read_at }) => read_at)).toEqual([at, null, at, null]);
    expect(withRead(read, 'dan', both[2]?._id ?? '', at)).toBe(read);
    const more = withRead(read, 'dan', both[3]?._id ?? '', at);
    expect(more.flat().map(({ read_at }) => read_at)).toEqual([at, null, at, at]);
    expect(more[0]).toBe(read[0]);
  });
});
