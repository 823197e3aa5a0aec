import { expect, it } from 'vitest';
import { filesBelow, isCode, textOf } from './files.ts';

// With the last route Playwright switches its interception off, and a request of the same moment may hang for ever.
it('no browser test has a route that ends by itself: answerFirst stays', () => {
  const ending = filesBelow('e2e').filter((path) => isCode(path) && /\{\s*times: /.test(textOf(path)));
  expect(ending).toEqual([]);
});
