import { describe, expect, it } from 'vitest';
import { displayName } from './file-name.ts';

describe('the name that a file had on the device', () => {
  it.each([
    ['us.jpg', 'us.jpg'],
    ['C:\\photos\\us.jpg', 'us.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['vacanță în munți.jpg', 'vacanță în munți.jpg'],
    ['a\u0000b\u202egpj.exe', 'abgpj.exe'],
    ['  ', 'image'],
    ['', 'image'],
    [undefined, 'image'],
    ['folder/', 'image'],
    ['folder/ us.jpg ', 'us.jpg'],
    ['s\u0326i.jpg', 'și.jpg'],
    ['a\u2066b\u2069.jpg', 'ab.jpg'],
  ])('%j shows as %j', (name, shown) => {
    expect(displayName(name)).toBe(shown);
  });

  it('shows at most 255 characters and splits none', () => {
    expect([...displayName('❤️‍🔥'.repeat(200))].length).toBe(255);
    expect(displayName('💛'.repeat(300)).isWellFormed()).toBe(true);
  });
});
