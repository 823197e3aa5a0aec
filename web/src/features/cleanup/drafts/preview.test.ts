import { expect, it } from 'vitest';
import { draftDate, previewOf } from './preview.ts';

it('shows at most 50 characters [DRAFT-19]', () => {
  expect(previewOf('x'.repeat(50))).toBe('x'.repeat(50));
  expect(previewOf('x'.repeat(51))).toBe(`${'x'.repeat(49)}…`);
  expect([...previewOf('🌊'.repeat(80))]).toHaveLength(50);
  expect(previewOf('  by\n the   sea ')).toBe('by the sea');
});

it('says when, or that it cannot [DRAFT-15] [DRAFT-16]', () => {
  const words = { language: 'en-GB', unknown: 'Unknown date', invalid: 'Invalid date' };
  expect(draftDate('2026-11-20T12:00:00.000Z', words)).toBe('20 Nov 2026');
  expect(draftDate('x', words)).toBe('Invalid date');
  expect(draftDate('', words)).toBe('Unknown date');
  expect(draftDate(undefined, words)).toBe('Unknown date');
});
