import { describe, expect, it, vi } from 'vitest';
import { OptimisticFields } from './optimistic-fields.ts';

interface Likeable {
  readonly _id: string;
  readonly likes: number;
}

describe('an overlay', () => {
  it('adds fields, tells of them and lifts them all', () => {
    const optimistic = new OptimisticFields<Likeable, { removed: boolean }>();
    const told = vi.fn();
    const stop = optimistic.all.subscribe(told);
    optimistic.set('a', { likes: 2 });
    optimistic.set('a', { removed: true });
    expect(optimistic.get('a')).toEqual({ likes: 2, removed: true });
    expect(optimistic.get('a')).toBe(optimistic.get('a'));
    expect(optimistic.get('b')).toBeUndefined();
    optimistic.clear('a');
    optimistic.clear('a');
    expect(optimistic.get('a')).toBeUndefined();
    expect(told).toHaveBeenCalledTimes(3);
    stop();
    optimistic.set('a', { likes: 1 });
    expect(told).toHaveBeenCalledTimes(3);
  });
});
