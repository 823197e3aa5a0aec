import { describe, expect, it } from 'vitest';
import { isNotModified, mayServePart } from './conditions.ts';

const current = { etag: '"abc"', lastModified: 'Fri, 20 Nov 2026 12:00:00 GMT' };

describe('a copy that the client holds', () => {
  it.each([
    [{}, false],
    [{ 'if-none-match': '"abc"' }, true],
    [{ 'if-none-match': 'W/"abc"' }, true],
    [{ 'if-none-match': '"x", "abc"' }, true],
    [{ 'if-none-match': '"abc" , "x"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': ' * ' }, true],
    [{ 'if-none-match': '"abW/c"' }, false],
    [{ 'if-none-match': '"abcd"' }, false],
    [{ 'if-modified-since': 'Fri, 20 Nov 2026 12:00:00 GMT' }, true],
    [{ 'if-modified-since': 'Fri, 20 Nov 2026 11:59:59 GMT' }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
    [{ 'if-none-match': '"x"', 'if-modified-since': 'Fri, 20 Nov 2026 12:00:00 GMT' }, false],
  ])('%o is the current one: %s', (headers, expected) => {
    expect(isNotModified(headers, current)).toBe(expected);
  });

  it('is asked for anew where no time is known', () => {
    const headers = { 'if-modified-since': 'Fri, 20 Nov 2026 12:00:00 GMT' };
    expect(isNotModified(headers, { etag: current.etag })).toBe(false);
  });

  it.each([
    [{}, true],
    [{ 'if-range': '"abc"' }, true],
    [{ 'if-range': 'W/"abc"' }, false],
    [{ 'if-range': '"other"' }, false],
    [{ 'if-range': 'Fri, 20 Nov 2026 12:00:00 GMT' }, true],
    [{ 'if-range': 'Fri, 20 Nov 2026 12:00:01 GMT' }, false],
  ])('%o may be completed by a part: %s', (headers, expected) => {
    expect(mayServePart(headers, current)).toBe(expected);
  });
});
