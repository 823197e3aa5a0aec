import { describe, expect, it, vi } from 'vitest';
import { createEmitter, createStore } from './store.ts';

describe('a store', () => {
  it('tells its subscribers of every change, and of nothing else', () => {
    const store = createStore(1);
    const listener = vi.fn(() => store.get());
    store.subscribe(listener);
    store.set(2);
    store.set(2);
    store.set(3);
    expect(listener.mock.results.map(({ value }) => value)).toEqual([2, 3]);
  });

  it('tells nothing after the end of a subscription, also where it ends during an event', () => {
    const store = createStore(1);
    const [first, second] = [vi.fn(() => endSecond()), vi.fn()];
    store.subscribe(first);
    const endSecond = store.subscribe(second);
    store.set(2);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  });
});

it('an emitter hands its event to every listener', () => {
  const emitter = createEmitter<[id: string]>();
  const listener = vi.fn();
  const end = emitter.subscribe(listener);
  emitter.emit('a');
  end();
  emitter.emit('b');
  expect(listener.mock.calls).toEqual([['a']]);
});
