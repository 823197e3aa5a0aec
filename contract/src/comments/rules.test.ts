import { describe, expect, it } from 'vitest';
import { commentFault } from './rules.ts';
import { commentText } from './shapes.ts';

describe('a comment', () => {
  it('is kept as typed, trimmed [COM-25]', () => {
    expect(commentText.parse('\n I <3 you & <b>you</b> ')).toBe('I <3 you & <b>you</b>');
  });

  it('has 1 to 2000 characters', () => {
    for (const text of ['a', ` ${'é'.repeat(2000)} `, '👍'.repeat(2000)])
      expect(commentFault(text)).toBeNull();
    for (const text of ['', ' \n ', '\u200b', 'a'.repeat(2001)])
      expect(commentFault(text)).toBe('commentLength');
  });
});
