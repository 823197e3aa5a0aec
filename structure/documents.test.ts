import { describe, expect, it } from 'vitest';
import { documents } from './documents.ts';
import { textOf } from './files.ts';

describe('the pages made from the code', () => {
  it.each(Object.entries(documents))('%s says what the code says (else run `npm run docs`)', (path, text) => {
    expect(textOf(path)).toBe(text);
  });
});
