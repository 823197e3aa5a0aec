import { describe, expect, it } from 'vitest';
import { linkParts } from './links.ts';

/** Links stand in brackets. */
const marked = (text: string) =>
  linkParts(text)
    .map((part) => (part.href ? `[${part.text}]` : part.text))
    .join('');

describe('links in a message', () => {
  it.each([
    ['nothing here', 'nothing here'],
    ['https://example.org', '[https://example.org]'],
    ['see http://example.org/a?b=c#d now', 'see [http://example.org/a?b=c#d] now'],
    ['www.example.org', '[www.example.org]'],
    ['Look: https://example.org/a.', 'Look: [https://example.org/a].'],
    ['(https://example.org)', '([https://example.org])'],
    ['https://example.org/a_(b)', '[https://example.org/a_(b)]'],
    ['really? https://example.org/?!', 'really? [https://example.org/]?!'],
    ['https://a.org https://b.org', '[https://a.org] [https://b.org]'],
    ['https://example.org/ăîșț', '[https://example.org/ăîșț]'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['data:text/html,x', 'data:text/html,x'],
    ['me@www.example.org', 'me@www.example.org'],
    ['https://', 'https://'],
    ['http://localhost:1', 'http://localhost:1'],
    ['https://bank.org@evil.org', 'https://bank.org@evil.org'],
    ['<a href="https://example.org">', '<a href="[https://example.org]">'],
  ])('%o', (text, expected) => {
    expect(marked(text)).toBe(expected);
  });

  it('lead to web addresses only, and lose no character of the text', () => {
    const text = 'a www.x.org, b https://y.org/z. c';
    const parts = linkParts(text);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.flatMap(({ href }) => href ?? [])).toEqual(['https://www.x.org/', 'https://y.org/z']);
  });
});
