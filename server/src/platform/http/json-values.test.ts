import { expect, it } from 'vitest';
import { quickest } from '../../../test/quickest.ts';
import { hasMoreValues } from './json-values.ts';

it.each([
  ['{}', 1],
  ['[1, 2, 3]', 3],
  ['{"a": [1, {"b": 2}], "c": "x"}', 5],
  ['"[,,,{"', 0],
  ['["\\"[,,,", "\\\\", "[,"]', 3],
  ['"never ends, [', 0],
])('%s has %d', (json, count) => {
  expect(hasMoreValues(json, count)).toBe(false);
  if (count > 0) expect(hasMoreValues(json, count - 1)).toBe(true);
});

it('looks at 14 MB in less than 100 ms, whatever is in it', () => {
  for (const piece of ['0,', '[],', '\\"', '\\\\', '"x",', 'A']) {
    const filled = piece.repeat(14_000_000 / piece.length);
    for (const json of [`[${filled}0]`, `{"imageData":"${filled}"}`]) {
      expect(
        quickest(() => hasMoreValues(json, 50_000)),
        json.slice(0, 20),
      ).toBeLessThan(100);
    }
  }
});
