import { expect, it } from 'vitest';
import { withEditorHeadings } from './headings.ts';

it.each([
  ['<h1>A</h1><h2>B</h2><h3 class="x">C</h3>', '<h2>A</h2><h3>B</h3><h3 class="x">C</h3>'],
  ['<h4>A</h4><h6>B</h6>', '<h2>A</h2><h3>B</h3>'],
  ['<h3>A</h3><h4>B</h4>', '<h2>A</h2><h3>B</h3>'],
  ['<h3>A</h3><p>h1</p>', '<h3>A</h3><p>h1</p>'],
  ['<h2>A</h2><hr><header>B</header>', '<h2>A</h2><hr><header>B</header>'],
])('brings %s to the two levels of the editor', (html, brought) => {
  expect(withEditorHeadings(html)).toBe(brought);
});
