import { describe, expect, it } from 'vitest';
import { charsLeft } from './chars-left.ts';

describe('what is left of a message', () => {
  it.each([
    ['', null],
    ['a'.repeat(899), null],
    ['a'.repeat(900), 100],
    [`  ${'a'.repeat(1000)}  `, 0],
    ['a'.repeat(1001), -1],
    ['👍'.repeat(1000), 0],
  ])('counts characters as they are sent [MSG-29]', (text, left) => {
    expect(charsLeft(text, 1000)).toBe(left);
  });
});
