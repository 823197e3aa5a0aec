import { describe, expect, it } from 'vitest';
import { dragged, isDownwards, isFarEnough, startDrag } from './drag.ts';

const start = startDrag({ clientX: 100, clientY: 300 }, 984);
const to = (clientY: number, clientX = 100) => ({ clientX, clientY });
/** A finger that goes down step by step, 16 ms each. */
const through = (...steps: number[]) =>
  steps.reduce((drag, y, index) => dragged(drag, to(300 + y), 1000 + index * 16), start);
const now = (steps: number) => 1000 + (steps - 1) * 16;

describe('a drag', () => {
  it('is one downwards only', () => {
    expect(
      [to(310), to(310, 105), to(290), to(303, 130), to(300)].map((at) => isDownwards(start, at)),
    ).toEqual([true, true, false, false, false]);
  });
  it('closes when it went far, slow as it may be', () => {
    expect(isFarEnough(through(60, 121, 121, 121), now(4), 700)).toBe(true);
    expect(isFarEnough(through(60, 119, 119, 119), now(4), 700)).toBe(false);
  });
  it('needs less of something low', () => expect(isFarEnough(through(90, 90, 90), now(3), 200)).toBe(true));
  it('closes on a flick, of which a busy page hears but one move', () => {
    expect(isFarEnough(through(30), now(1), 700)).toBe(true);
    expect(isFarEnough(through(4, 14, 34), now(3), 700)).toBe(true);
    expect(isFarEnough(through(2, 8, 20), now(3), 700)).toBe(false);
  });
  it('does not close when the finger rests after a flick, or turns back', () => {
    expect(isFarEnough(through(4, 14, 34), now(3) + 100, 700)).toBe(false);
    expect(isFarEnough(through(4, 60, 50), now(3), 700)).toBe(false);
  });
  it('never goes above where it began', () => expect(through(20, -30).px).toBe(0));
});
