import { expect, it } from 'vitest';
import { colourOf } from './failure.ts';

const own = 'Activitatea nu a putut fi încărcată';

it('is red where the text has Failed or Error, and for its own text in every language [ACT-20]', () => {
  expect(colourOf('Failed to load activities', own)).toBe('danger');
  expect(colourOf('Database Error', own)).toBe('danger');
  expect(colourOf(own, own)).toBe('danger');
  expect(colourOf('Too many tries. Please wait a moment and try again.', own)).toBe('warning');
});
