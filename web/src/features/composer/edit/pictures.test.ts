import { describe, expect, it } from 'vitest';
import { mergePictures } from './pictures.ts';

/** `a:sea b` is picture a with a description, and picture b. */
const list = (text: string) =>
  text.split(' ').flatMap((word) => {
    const [path = '', alt = ''] = word.split(':');
    return path ? [{ path, alt }] : [];
  });
const words = (pictures: readonly { path: string; alt: string }[]) =>
  pictures.map(({ path, alt }) => (alt ? `${path}:${alt}` : path)).join(' ');
const merge = (base: string | null, mine: string, theirs: string, choices: Record<string, string> = {}) => {
  const merged = mergePictures(base === null ? null : list(base), list(mine), list(theirs));
  return {
    asks: merged.conflicts.map(({ field }) => field),
    taken: merged.taken.length > 0,
    result: words(merged.resolve(new Map(Object.entries(choices)) as never)),
  };
};

describe('two galleries that began as one', () => {
  it.each([
    ['additions of both', 'a b', 'a b m', 'a b t', 'a b m t'],
    ['removals of both', 'a b c', 'b c', 'a c', 'c'],
    ['an order changed here', 'a b c', 'c a b', 'a b c t', 'c a b t'],
    ['an order changed there', 'a b c', 'a b c m', 'c b a', 'c b a m'],
    ['a description from each', 'a b', 'a:x b', 'a b:y', 'a:x b:y'],
    ['a removal here and a description of another there', 'a b', 'b', 'a b:y', 'b:y'],
    ['a picture removed there that was described here', 'a b', 'a:x b', 'b', 'b'],
    ['the same on both sides', 'a b', 'b a:x', 'b a:x', 'b a:x'],
  ])('keep %s', (_, base, mine, theirs, result) => {
    expect(merge(base, mine, theirs)).toMatchObject({ asks: [], result });
  });

  it('say that there is something of the other side', () => {
    expect(merge('a', 'a', 'a t').taken).toBe(true);
    expect(merge('a', 'a m', 'a').taken).toBe(false);
  });

  it('ask for the order that both changed, and keep what each added', () => {
    expect(merge('a b c', 'b a c m', 'c a b t')).toMatchObject({ asks: ['pictures'], result: 'b a c m t' });
    expect(merge('a b c', 'b a c m', 'c a b t', { pictures: 'theirs' }).result).toBe('c a b t m');
  });

  it('ask about a picture that is removed here and described there', () => {
    expect(merge('a b', 'b', 'a:x b')).toMatchObject({ asks: ['pictures'], result: 'b' });
    expect(merge('a b', 'b', 'a:x b', { pictures: 'theirs' }).result).toBe('a:x b');
  });

  it('ask about two descriptions of one picture', () => {
    expect(merge('a', 'a:m', 'a:t')).toMatchObject({ asks: ['alt:a'], result: 'a:m' });
    expect(merge('a', 'a:m', 'a:t', { 'alt:a': 'theirs' }).result).toBe('a:t');
    expect(merge('a', 'a:m', 'a:t', { 'alt:a': 'together' }).result).toBe('a:m t');
  });

  it('ask about every difference where it is not known from what they began', () => {
    expect(merge(null, 'a b:m', 'b:t a').asks).toEqual(['pictures', 'alt:b']);
    expect(merge(null, 'a b', 'a b').asks).toEqual([]);
  });
});
