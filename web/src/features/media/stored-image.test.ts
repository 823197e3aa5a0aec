import { beforeAll, expect, it, vi } from 'vitest';
import { LocalizedError } from '../../api/failure.ts';
import { setLanguage, withAllTexts } from '../../i18n/language.ts';
import { readStored } from './stored-image.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await withAllTexts(setLanguage('en'));
});

it('takes an address alone for a stored picture, which then is its own thumbnail', () => {
  const url = '/media/photos/ab/abc.jpg';
  expect(readStored({ data: { file: { url } } })).toEqual({ url, thumbnailUrl: url, width: 0, height: 0 });
  const whole = { url, thumbnailUrl: '/t.jpg', width: 4, height: 3 };
  expect(readStored({ data: { file: { ...whole, size: 1 } } })).toEqual(whole);
});

it.each([
  undefined,
  null,
  {},
  { data: null },
  { data: {} },
  { data: { file: {} } },
  { data: { file: { url: '' } } },
])('says of %j that the address is missing, in a sentence for people', (answer) => {
  expect(() => readStored(answer)).toThrow(LocalizedError);
  expect(() => readStored(answer)).toThrow('Image upload succeeded but no URL was returned.');
});
