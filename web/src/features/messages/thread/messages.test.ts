import { describe, expect, it } from 'vitest';
import { withMessages, withRead } from './messages.ts';
import { aMessage, messages } from './test/sample.ts';

const ids = (list: ReturnType<typeof withMessages>) => list.map(({ _id }) => Number(_id));
const some = (...numbers: number[]) => numbers.map((n) => aMessage(n));

describe('the messages of a conversation', () => {
  it('grow at both ends, in the order of the ids, each once', () => {
    const first = withMessages([], some(6, 4, 5));
    expect(ids(first)).toEqual([4, 5, 6]);
    const older = withMessages(first, some(1, 2, 3));
    expect(ids(older)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(ids(withMessages(older, some(6, 7)))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('are the same array where nothing is new', () => {
    const list = messages(1, 4);
    expect(withMessages(list, some(1, 2))).toBe(list);
    expect(withMessages(list, some(4))).toBe(list);
    expect(withMessages(list, [])).toBe(list);
  });

  it('take a changed message, and keep the others as they are', () => {
    const list = messages(1, 4);
    const read = { ...aMessage(4), read_at: '2026-01-02T00:00:00.000Z' };
    const next = withMessages(list, [aMessage(3), read]);
    expect(next.at(-1)).toBe(read);
    expect(next.slice(0, 3).every((message, index) => message === list[index])).toBe(true);
  });

  it('stay read where a copy comes that was made before', () => {
    const at = '2026-01-02T00:00:00.000Z';
    const list = [aMessage(1), { ...aMessage(2), read_at: at }];
    expect(withMessages(list, [aMessage(2)])).toBe(list);
    const [, renamed] = withMessages(list, [{ ...aMessage(2), message: 'changed' }]);
    expect(renamed).toMatchObject({ message: 'changed', read_at: at });
  });

  it('put a late one between, in the order of the ids', () => {
    expect(ids(withMessages(some(1, 3, 5, 9), some(7, 2, 4)))).toEqual([1, 2, 3, 4, 5, 7, 9]);
  });

  it('are marked read up to a message by a server that does not say which, for one of the two, and stay the same otherwise', () => {
    const at = '2026-01-02T00:00:00.000Z';
    const both = [aMessage(1, 'ana'), aMessage(2, 'dan'), aMessage(3, 'ana'), aMessage(4, 'ana')];
    const upTo = (n: number) => ({ upToId: aMessage(n)._id });
    const read = withRead(both, 'dan', upTo(3), at);
    expect(read.map(({ read_at }) => read_at)).toEqual([at, null, at, null]);
    expect(withRead(read, 'dan', upTo(3), at)).toBe(read);
    const more = withRead(read, 'dan', upTo(4), at);
    expect(more.map(({ read_at }) => read_at)).toEqual([at, null, at, at]);
    expect(more[0]).toBe(read[0]);
  });

  it('are marked read where the server says so, and not where an older one came late and waits', () => {
    const at = '2026-01-02T00:00:00.000Z';
    const all = [1, 2, 3, 4, 5].map((n) => aMessage(n, 'ana'));
    const id = (n: number) => aMessage(n)._id;
    const read = withRead(all, 'dan', { upToId: id(5), ids: [id(3), id(5)], olderThan: id(2) }, at);
    expect(read.map(({ read_at }) => read_at)).toEqual([at, null, at, null, at]);
    const late = withRead(all, 'dan', { upToId: id(5), ids: [id(5)], olderThan: null }, at);
    expect(late.map(({ read_at }) => read_at)).toEqual([null, null, null, null, at]);
  });
});
