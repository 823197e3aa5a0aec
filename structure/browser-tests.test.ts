import { describe, expect, it } from 'vitest';
import { filesBelow, isCode, textOf } from './files.ts';

const having = (pattern: RegExp): string[] =>
  filesBelow('e2e').filter((path) => isCode(path) && pattern.test(textOf(path)));

describe('no browser test', () => {
  // With the last route Playwright switches its interception off, and a request of the same moment may hang for ever.
  it('has a route that ends by itself: answerFirst stays', () => {
    expect(having(/\{\s*times: /)).toEqual([]);
  });

  // A connection that was closed as idle in the moment in which it is used fails such a call: serverAnswer asks again.
  it('asks the server in the place of a page by itself', () => {
    expect(having(/route\.fetch\(/)).toEqual(['e2e/harness/requests.ts']);
  });

  // What nobody could press then, such as what the splash lies over, would count as pressed.
  it('presses what Playwright would wait for', () => {
    expect(having(/^(?!.*\brm(?:Sync)?\().*force: true/m)).toEqual([]);
  });
});
