import * as fc from 'fast-check';
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
  [`["${'x'.repeat(200)}", "${'x'.repeat(62)}\\"[,${'x'.repeat(200)}\\"[,", "${'x'.repeat(63)}\\"[,"]`, 3],
  [`"${'x'.repeat(200)}[,`, 0],
  [`["${'x'.repeat(63)}", "${'x'.repeat(64)}", "${'x'.repeat(65)}"]`, 3],
])('%s has %d', (json, count) => {
  expect(hasMoreValues(json, count)).toBe(false);
  if (count > 0) expect(hasMoreValues(json, count - 1)).toBe(true);
});

it('counts as many as there are in any JSON', () => {
  const count = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Math.max(1, Object.values(value).length) +
        Object.values(value).reduce((sum, inner) => sum + count(inner), 0)
      : 0;
  const text = fc.oneof(
    fc.string(),
    fc.string({ minLength: 60, maxLength: 70 }),
    fc.constantFrom('"', '\\\\', '\\\\"[,{', ']'),
  );
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.array(text), (value, texts) => {
      const all = [value, texts, Object.fromEntries(texts.map((each, at) => [`${at}${each}`, each]))];
      expect(hasMoreValues(JSON.stringify(all), count(all))).toBe(false);
      expect(hasMoreValues(JSON.stringify(all), count(all) - 1)).toBe(true);
    }),
  );
});

it('looks at 14 MB in less than 200 ms, whatever is in it', () => {
  for (const piece of ['0,', '[],', '\\"', '\\\\', '"x",', 'A']) {
    const filled = piece.repeat(14_000_000 / piece.length);
    for (const json of [`[${filled}0]`, `{"imageData":"${filled}"}`]) {
      expect(
        quickest(() => hasMoreValues(json, 50_000)),
        json.slice(0, 20),
      ).toBeLessThan(200);
    }
  }
});
