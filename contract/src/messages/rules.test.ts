import { describe, expect, it } from 'vitest';
import { messageFault } from './rules.ts';
import { sendBody } from './shapes.ts';

const stored = (message: string) => sendBody.parse({ recipientId: 'a', message }).message;

describe('a message', () => {
  it('is kept as typed, trimmed [MSG-27]', () => {
    expect(stored('  hi  ')).toBe('hi');
    for (const text of [
      'I <3 you',
      '<b>&amp;</b>',
      'a\n\tb',
      'ăâîșț',
      '👩‍👩‍👧',
      'שלום',
      "'; drop table users; --",
    ]) {
      expect(stored(text)).toBe(text);
    }
    expect(stored(' a\0b\u202Ec\r\nd ')).toBe('abc\nd');
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
