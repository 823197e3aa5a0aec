import { expect, it } from 'vitest';
import { quickest } from '../../../test/quickest.ts';
import { acceptedEncoding } from './content-encoding.ts';

const offered = ['br', 'zstd', 'gzip'] as const;

it.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip,zstd', 'zstd'],
  ['GZIP', 'gzip'],
  [' gzip ; q=1 , identity', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0 ,zstd ;q=0.000', null],
  ['br;q=0.001', 'br'],
  ['br;v=1;q=0', null],
  ['br;v=q=0', 'br'],
  ['br;q=0, br', 'br'],
  ['abr, brotli, x-gzip, gzip2', null],
  ['identity;q=1, *;q=0', null],
  ['', null],
  [undefined, null],
])('of %s it takes %s', (header, encoding) => {
  expect(acceptedEncoding(header, offered)).toBe(encoding);
});

it('takes what is offered first, whatever the order in which it is accepted', () => {
  expect(acceptedEncoding('br, gzip', ['gzip', 'br'])).toBe('gzip');
});

it('reads the longest header that comes in at all within a moment', () => {
  const read = () => {
    for (const text of ['br;', ' ;', ',br ;', 'br ; '])
      acceptedEncoding(text.repeat(16_000 / text.length), offered);
  };
  expect(quickest(read)).toBeLessThan(200);
});
