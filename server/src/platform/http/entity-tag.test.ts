import { describe, expect, it } from 'vitest';
import { changedMeanwhile, entityTag, isMatch, partsOf, readIfMatch } from './entity-tag.ts';

describe('an entity tag', () => {
  it('is strong, and the same for the same state and key only', () => {
    const tag = entityTag('key', ['a', 1], null);
    expect(tag).toMatch(/^"edit-[\w-]{22}\.[\w-]{22}"$/);
    expect(entityTag('key', ['a', 1], null)).toBe(tag);
    expect(entityTag('other', ['a', 1], null)).not.toBe(tag);
    expect(entityTag('key', ['a', 2], null)).not.toBe(tag);
  });

  it('tells which of its parts differ', () => {
    const [one, two] = [entityTag('key', 1, 'x'), entityTag('key', 2, 'x')].map(partsOf);
    expect(one?.[0]).not.toBe(two?.[0]);
    expect(one?.[1]).toBe(two?.[1]);
    for (const part of [...(one ?? []), ...(two ?? [])]) expect(part).toMatch(/^[\w-]{22}$/);
    expect(partsOf('"of somebody else"')).toEqual([]);
  });
});

describe('If-Match (RFC 9110, 13.1.1)', () => {
  it.each([
    [undefined, null],
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['"a", W/"b" ,"c"', ['"a"', 'W/"b"', '"c"']],
    ['"a,b","c"', ['"a,b"', '"c"']],
    [', ,"a",, "b",', ['"a"', '"b"']],
    ['""', ['""']],
  ])('reads %j', (header, condition) => {
    expect(readIfMatch(header)).toEqual(condition);
  });

  it.each(['', ' ', ',', 'abc', '"a', 'a"', '"a" "b"', '"a",b', '*, "a"', 'w/"a"', '"a b"', '"a";q=1'])(
    'refuses %j, which is neither * nor a list of tags',
    (header) => {
      const details = { fields: { 'If-Match': 'fieldInvalid' } };
      expect(() => readIfMatch(header)).toThrow(expect.objectContaining({ code: 'INVALID', details }));
    },
  );

  it('is refused with the present state and its tag', () => {
    const details = { top: { data: { name: 'now' } }, entityTag: '"a"' };
    expect(changedMeanwhile({ name: 'now' }, '"a"')).toMatchObject({ code: 'CHANGED_MEANWHILE', details });
  });

  it('compares strongly', () => {
    expect(isMatch(['"b"', '"a"'], '"a"')).toBe(true);
    expect(isMatch(['W/"a"'], '"a"')).toBe(false);
    expect(isMatch([], '"a"')).toBe(false);
    expect(isMatch('*', '"a"')).toBe(true);
    expect(isMatch(null, '"a"')).toBe(true);
  });
});
