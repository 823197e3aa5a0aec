import { describe, expect, it } from 'vitest';
import { scrollDirection } from './hide-on-scroll.ts';

describe('a finger on a page', () => {
  it('reads on upwards, goes back downwards, and says nothing by a short or a sideways move', () => {
    expect(scrollDirection(0, -24)).toBe('away');
    expect(scrollDirection(10, 30)).toBe('here');
    expect(scrollDirection(0, -23)).toBeNull();
    expect(scrollDirection(40, -30)).toBeNull();
  });
});
