import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeptList } from './kept-list.ts';
import { deviceStorage } from './storage.ts';

interface Word {
  readonly clientId: string;
  readonly text: string;
}
const isWord = (value: unknown): value is Word =>
  typeof (value as Partial<Word> | null)?.clientId === 'string' && 'text' in (value as object);
const newList = () => new KeptList('duet.words.ana', isWord);
const word = (clientId: string, text = clientId): Word => ({ clientId, text });
const names = () =>
  newList()
    .all()
    .map(({ clientId }) => clientId);

describe('a list that a device keeps', () => {
  afterEach(() => {
    for (const key of deviceStorage.keys('duet.words.')) deviceStorage.remove(key);
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
    new KeptList('duet.words.anabel', isWord).put(word('hers'));
    expect(names()).toEqual([]);
  });

  it('counts what it cannot read as nothing', () => {
    for (const [name, value] of [
      ['1', '{'],
      ['2', 'null'],
      ['3', '{"order":1}'],
      ['4', '{"entry":{"clientId":"4","text":""}}'],
    ] as const) {
      deviceStorage.set(`duet.words.ana.${name}`, value);
    }
    expect(names()).toEqual([]);
  });
});
