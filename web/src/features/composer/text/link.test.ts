import { describe, expect, it } from 'vitest';
import { isLinkable, withScheme } from './link.ts';

describe('an inserted link', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['  example.com/a?b=c ', 'https://example.com/a?b=c'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['//example.com', 'https:////example.com'],
  ])('gets https:// when it has no scheme: %s [RICH-05]', (typed, link) => {
    expect(URL.parse(withScheme(typed))?.href).toBe(URL.parse(link)?.href);
  });

  it.each(['http://example.com', 'https://example.com', 'HTTP://EXAMPLE.COM', 'mailto:ana@example.com'])(
    'stays as it is: %s [RICH-06]',
    (typed) => expect(withScheme(typed)).toBe(typed),
  );

  it('keeps no scheme that runs something', () => {
    expect(withScheme('javascript:alert(1)')).toBe('https://alert(1)');
    expect(withScheme('data:text/html,x')).toBe('https://text/html,x');
  });

  it('is offered only when a browser could open it', () => {
    expect(isLinkable('example.com')).toBe(true);
    expect(isLinkable('mailto:ana@example.com')).toBe(true);
    expect(isLinkable('two words')).toBe(false);
    expect(isLinkable('hello')).toBe(false);
    expect(isLinkable('')).toBe(false);
  });
});
