import { describe, expect, it, vi } from 'vitest';
import { OptimisticFields } from './optimistic-fields.ts';

interface Likeable {
  readonly _id: string;
  readonly likes: number;
}

describe('optimistic fields', () => {
  it('are added one by one, notify subscribers and are cleared together', () => {
    const optimistic = new OptimisticFields<Likeable, { removed: boolean }>();
    const listener = vi.fn();
    const stop = optimistic.all.subscribe(listener);
    optimistic.set('a', { likes: 2 });
    optimistic.set('a', { removed: true });
    expect(optimistic.get('a')).toEqual({ likes: 2, removed: true });
    expect(optimistic.get('a')).toBe(optimistic.get('a'));
    expect(optimistic.get('b')).toBeUndefined();
    optimistic.clear('a');
    optimistic.clear('a');
    expect(optimistic.get('a')).toBeUndefined();
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    optimistic.set('a', { likes: 1 });
    expect(listener).toHaveBeenCalledTimes(3);
  });
});
