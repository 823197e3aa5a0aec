import { describe, expect, it } from 'vitest';
import { cleanText, isBlank, plainText } from './plain-text.ts';

describe('text that is stored', () => {
  it('has one kind of newline', () => {
    expect(cleanText('a\r\nb\rc\nd')).toBe('a\nb\nc\nd');
  });

  it('has no controls but tab and newline, no bidi overrides or isolates, no lone surrogates', () => {
    expect(cleanText('a\u0000\u0008\tb\u000b\u001f\nc\u007f\u009f')).toBe('a\tb\nc');
    expect(cleanText('a\u202a\u202eb\u2066\u2069c\u200ed')).toBe('abc\u200ed');
    expect(cleanText('a\ud83db')).toBe('a\ufffdb');
  });

  it('is composed', () => {
    expect(cleanText('s\u0326i')).toBe('și');
  });
});

describe('a long run of combining marks', () => {
  const marks = (count: number) => '\u0316\u0301'.repeat(count / 2);

  it('is not put in order, which takes time with its square, and stays as it was typed', () => {
    const text = `e\u0301${marks(60_000)} s\u0326`;
    const started = Date.now();
    const cleaned = cleanText(text);
    expect(Date.now() - started).toBeLessThan(500);
    expect(cleaned).toBe(`e\u0301${marks(60_000)} ș`);
    expect(cleanText(cleaned)).toBe(cleaned);
  });

  it('is one from 31 marks on', () => {
    expect(cleanText(`a${marks(30)}`)).toBe(`a${marks(30)}`.normalize('NFC'));
    expect(cleanText(`a${marks(32)}`)).toBe(`a${marks(32)}`);
  });
});

describe('a field that people fill in', () => {
  it('is cleaned and trimmed before it is measured', () => {
    expect(plainText(3).parse(' \u0000abc\r\n')).toBe('abc');
    expect(plainText(3).safeParse('abcd').error?.issues[0]?.message).toBe('fieldTooLong');
    expect(plainText(3).safeParse(1).error?.issues[0]?.message).toBe('fieldInvalid');
  });
});

describe('a text with nothing to read', () => {
  it.each(['', ' \n\t', '\u00a0', '\u200b\u2060', '\u2800', '\ufeff'])('%j is one', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each([' a ', '\u200b.', '👍'])('%j is none', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});
