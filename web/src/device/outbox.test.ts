import { afterEach, describe, expect, it, vi } from 'vitest';
import { Outbox, type OutboxKind } from './outbox.ts';
import { deviceStorage } from './storage.ts';

interface Word {
  readonly clientId: string;
  readonly text: string;
}
const comments: OutboxKind<Word> = {
  name: 'comment',
  isEntry: (value): value is Word =>
    typeof (value as Partial<Word> | null)?.clientId === 'string' && 'text' in (value as object),
};
const likes: OutboxKind<{ clientId: string; postId: string }> = {
  name: 'like',
  isEntry: (value): value is { clientId: string; postId: string } => value !== null,
};
const newList = () => new Outbox('ana', comments);
const word = (clientId: string, text = clientId): Word => ({ clientId, text });
const names = () =>
  newList()
    .all()
    .map(({ clientId }) => clientId);

describe('an outbox', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    for (const key of deviceStorage.keys('duet.')) deviceStorage.remove(key);
    vi.useRealTimers();
  });

  it('has its entries in the order in which they came, whatever their names and whatever the clock says', () => {
    vi.useFakeTimers({ now: 2_000_000 });
    for (const name of ['z', 'a', 'm']) newList().put(word(name));
    vi.setSystemTime(1_000_000);
    newList().put(word('later'));
    expect(names()).toEqual(['z', 'a', 'm', 'later']);
  });

  it('changes an entry in its place, and takes nothing from another tab', () => {
    const [here, there] = [newList(), newList()];
    here.put(word('a'));
    there.put(word('b'));
    here.put(word('a', 'again'));
    expect(there.all()).toEqual([word('a', 'again'), word('b')]);
    there.remove('a');
    expect([here.has('a'), here.has('b')]).toEqual([false, true]);
  });

  it('is one of each person', () => {
    new Outbox('anabel', comments).put(word('hers'));
    expect(names()).toEqual([]);
  });

  it('is one of each kind, though all have one form', () => {
    newList().put(word('a'));
    new Outbox('ana', likes).put({ clientId: 'like-p', postId: 'p' });
    expect([names(), new Outbox('ana', likes).all()]).toEqual([['a'], [{ clientId: 'like-p', postId: 'p' }]]);
    expect(newList().has('like-p')).toBe(false);
  });

  it('counts what it cannot read as nothing', () => {
    for (const [name, value] of [
      ['1', '{'],
      ['2', 'null'],
      ['3', '{"order":1}'],
      ['4', '{"entry":{"clientId":"4","text":""}}'],
    ] as const) {
      deviceStorage.set(`duet.outbox.ana.${name}`, value);
    }
    expect(names()).toEqual([]);
  });

  describe('of a version before', () => {
    it('has its comments taken over, among those that are there, in their order', () => {
      deviceStorage.setJson('duet.unsent-comment.ana.a', { order: 1, entry: word('a') });
      newList().put(word('b'));
      expect(names()).toEqual(['a', 'b']);
      expect(deviceStorage.keys('duet.unsent-comment')).toEqual([]);
    });

    it('has its likes taken over for the person whose they are', () => {
      deviceStorage.setJson('duet.unsent-likes', { viewer: 'ana', postIds: ['p', 'q'] });
      expect(new Outbox('dan', likes).all()).toEqual([]);
      new Outbox('dan', likes).put({ clientId: 'like-x', postId: 'x' });
      expect(new Outbox('ana', likes).all().map(({ postId }) => postId)).toEqual(['p', 'q']);
      expect(deviceStorage.get('duet.unsent-likes')).toBeNull();
      expect(new Outbox('ana', likes).all()).toHaveLength(2);
    });

    it('loses nothing where the disk is full', () => {
      const texts = new Map([['duet.unsent-comment.ana.a', JSON.stringify({ order: 1, entry: word('a') })]]);
      vi.stubGlobal('localStorage', {
        get length() {
          return texts.size;
        },
        key: (index: number) => [...texts.keys()][index] ?? null,
        getItem: (key: string) => texts.get(key) ?? null,
        removeItem: (key: string) => texts.delete(key),
        setItem(key: string, value: string) {
          if (texts.size > 0) throw new DOMException('', 'QuotaExceededError');
          texts.set(key, value);
        },
      });
      expect(names()).toEqual(['a']);
      expect([...texts.keys()]).toEqual(['duet.outbox.ana.a']);
    });
  });
});
