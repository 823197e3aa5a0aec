import { describe, expect, it } from 'vitest';
import { isEmojiOnly } from './emoji-only.ts';

describe('a message of emoji only', () => {
  it.each(['❤️', '🎉', '👍🏽', '👩‍👩‍👧', '🇷🇴', '1️⃣', '🎉 🎉\n🎉', '🥰'.repeat(8)])('is %s', (text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });

  it.each(['', ' ', 'hi', 'ok 👍', '123', '#', '©', '🥰'.repeat(9)])('is not %o', (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  });
});
