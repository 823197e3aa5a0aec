import { describe, expect, it } from 'vitest';
import { wantedBy } from './hide-on-scroll.ts';

describe('a finger on a page', () => {
  it('reads on upwards, goes back downwards, and says nothing by a short or a sideways move', () => {
    expect(wantedBy(0, -24)).toBe('away');
    expect(wantedBy(10, 30)).toBe('here');
    expect(wantedBy(0, -23)).toBeNull();
    expect(wantedBy(40, -30)).toBeNull();
  });
});
