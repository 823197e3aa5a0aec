import { describe, expect, it } from 'vitest';
import { readRange } from './byte-range.ts';

describe('a Range header over 100 bytes', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['BYTES=1-2', { start: 1, end: 2 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-2', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['bytes=0-1,5-6', null],
    ['items=0-1', null],
    ['x-bytes=0-1', null],
    ['bytes=0-1;x', null],
    ['bytes=99999999999999999999-', null],
  ] as const)('%s', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected);
  });

  it('asks nothing that an empty file has', () => {
    expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(readRange('bytes=-5', 0)).toBe('unsatisfiable');
  });
});
