import { describe, expect, it, vi } from 'vitest';
import { Overlay } from './overlay.ts';

interface Likeable {
  readonly _id: string;
  readonly likes: number;
}

describe('an overlay', () => {
  it('adds fields, tells of them and lifts them all', () => {
    const overlay = new Overlay<Likeable, { removed: boolean }>();
    const told = vi.fn();
    const stop = overlay.subscribe(told);
    overlay.lay('a', { likes: 2 });
    overlay.lay('a', { removed: true });
    expect(overlay.over('a')).toEqual({ likes: 2, removed: true });
    expect(overlay.over('a')).toBe(overlay.over('a'));
    expect(overlay.over('b')).toBeUndefined();
    overlay.lift('a');
    overlay.lift('a');
    expect(overlay.over('a')).toBeUndefined();
    expect(told).toHaveBeenCalledTimes(3);
    stop();
    overlay.lay('a', { likes: 1 });
    expect(told).toHaveBeenCalledTimes(3);
  });
});
