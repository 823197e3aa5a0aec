import { expect, it } from 'vitest';
import { hasText } from './text-of.ts';

it.each(['', '<p></p>', '<p><br></p>', '<p>&nbsp; \u200b</p>', '<p><img src="/media/photos/a.jpg"></p>'])(
  'sees no text in %j [RICH-10]',
  (html) => expect(hasText(html)).toBe(false),
);

it.each(['<p>a</p>', '<ul><li><p>1</p></li></ul>', '<p>&lt;</p>', '<h2>❤️</h2>'])('sees text in %j', (html) =>
  expect(hasText(html)).toBe(true),
);
