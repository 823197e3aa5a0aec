import { expect, it } from 'vitest';
import { hasText, withEditorHeadings } from './html.ts';

it.each([
  ['<h1>A</h1><h2>B</h2><h3 class="x">C</h3>', '<h2>A</h2><h3>B</h3><h3 class="x">C</h3>'],
  ['<h4>A</h4><h6>B</h6>', '<h2>A</h2><h3>B</h3>'],
  ['<h3>A</h3><h4>B</h4>', '<h2>A</h2><h3>B</h3>'],
  ['<h3>A</h3><p>h1</p>', '<h3>A</h3><p>h1</p>'],
  ['<h2>A</h2><hr><header>B</header>', '<h2>A</h2><hr><header>B</header>'],
])('brings %s to the two levels of the editor', (html, brought) => {
  expect(withEditorHeadings(html)).toBe(brought);
});

it.each(['', '<p></p>', '<p><br></p>', '<p>&nbsp; \u200b</p>', '<p><img src="/media/photos/a.jpg"></p>'])(
  'sees no text in %j [RICH-10]',
  (html) => expect(hasText(html)).toBe(false),
);

it.each(['<p>a</p>', '<ul><li><p>1</p></li></ul>', '<p>&lt;</p>', '<h2>❤️</h2>'])('sees text in %j', (html) =>
  expect(hasText(html)).toBe(true),
);
