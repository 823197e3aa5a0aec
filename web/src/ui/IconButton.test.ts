import { describe, expect, it } from 'vitest';
import { badgeText } from './IconButton.tsx';

describe('a badge', () => {
  it.each([
    [0, ''],
    [-1, ''],
    [Number.NaN, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [120, '99+'],
  ])('shows of %d: %j [SHELL-82, SHELL-83]', (count, text) => expect(badgeText(count)).toBe(text));
});
