import { describe, expect, it } from 'vitest';
import { wordDiff } from './word-diff.ts';

/** `-removed-`, `+added+`, the rest as it stands. */
const marked = (former: string, present: string) =>
  wordDiff(former, present)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
    .join('');

describe('the differences between two versions of a comment', () => {
  it.each([
    ['one two', 'one two', 'one two'],
    ['one two', 'one three', 'one -two-+three+'],
    ['a c', 'a b c', 'a +b +c'],
    ['a b c', 'a c', 'a -b -c'],
    ['', 'all new', '+all new+'],
    ['all gone', '', '-all gone-'],
    ['înălțime', 'înălțimea', '-înălțime-+înălțimea+'],
    ['Hi, you!', 'Hi you!', 'Hi-,- you!'],
    ['I love 🍕', 'I love 🍔', 'I love -🍕-+🍔+'],
  ])('%o → %o', (former, present, expected) => {
    expect(marked(former, present)).toBe(expected);
  });

  it('give both texts back', () => {
    const former = 'the quick brown fox jumps over the lazy dog, twice';
    const present = 'a quick fox leaps over the very lazy dog twice!';
    const pieces = wordDiff(former, present);
    const without = (kind: string) =>
      pieces
        .filter((piece) => piece.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect(without('added')).toBe(former);
    expect(without('removed')).toBe(present);
  });

  it('of the longest comments are found without a wait', () => {
    const former = 'a '.repeat(1000);
    const present = 'b '.repeat(1000);
    const since = performance.now();
    expect(wordDiff(former, present).length).toBeGreaterThan(0);
    expect(performance.now() - since).toBeLessThan(1000);
  });
});
