import { describe, expect, it } from 'vitest';
import { keptMessage, messageFault } from './rules.ts';

describe('a message', () => {
  it('is kept as typed, trimmed [MSG-27]', () => {
    expect(keptMessage('  hi  ')).toBe('hi');
    for (const text of [
      'I <3 you',
      '<b>&amp;</b>',
      'a\n\tb',
      'ăâîșț',
      '👩‍👩‍👧',
      'שלום',
      "'; drop table users; --",
    ]) {
      expect(keptMessage(text)).toBe(text);
    }
    expect(keptMessage(' a\0b\u202Ec\r\nd ')).toBe('abc\nd');
  });

  it('is not empty [MSG-28]', () => {
    for (const text of ['', '   ', '\n\t', '\0', '\u200b\u202e'])
      expect(messageFault(text)).toBe('messageRequired');
  });

  it('has at most 1000 characters after trimming, an emoji being one [MSG-29]', () => {
    expect(messageFault(`  ${'a'.repeat(1000)}  `)).toBeNull();
    expect(messageFault('👍'.repeat(1000))).toBeNull();
    expect(messageFault('a'.repeat(1001))).toBe('messageTooLong');
  });
});
