import { describe, expect, it } from 'vitest';
import { dueIn } from './timing.ts';

describe('the next refresh of messages', () => {
  it.each([
    ['the first one at once', { last: null, now: 0, visible: true, asked: false }, 0],
    ['every 15 s', { last: 1000, now: 1000, visible: true, asked: false }, 15_000],
    ['the rest of 15 s', { last: 1000, now: 13_500, visible: true, asked: false }, 2500],
    ['a late one now', { last: 1000, now: 99_000, visible: true, asked: false }, 0],
    ['one that is asked for now', { last: 1000, now: 4000, visible: true, asked: true }, 0],
    ['but never within 3 s', { last: 1000, now: 1500, visible: true, asked: true }, 2500],
    ['none while nobody looks', { last: 1000, now: 99_000, visible: false, asked: false }, null],
    ['not even the first', { last: null, now: 0, visible: false, asked: true }, null],
  ])('is %s [MSG-31, MSG-32, MSG-33]', (_, moment, expected) => {
    expect(dueIn(moment)).toBe(expected);
  });
});
