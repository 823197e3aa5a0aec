import { describe, expect, it } from 'vitest';
import { displayNameFault } from './display-name.ts';
import { shownName } from './shown-name.ts';

describe('displayNameFault', () => {
  it.each([
    '',
    'L',
    'Bunica Lia',
    'Ștefan Țurcanu',
    '田中 花子',
    'محمد',
    'פנינה',
    'क्षत्रिय',
    'نرگس\u200cخاتون',
    "O'Neil-Smith (mum)",
    '👨‍👩‍👧‍👦',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'x'.repeat(40),
    '👨‍👩‍👧‍👦'.repeat(40),
    '🇷🇴'.repeat(40),
    'é'.normalize('NFD').repeat(40),
  ])('takes %j', (name) => expect(displayNameFault(name)).toBeNull());

  it.each(['x'.repeat(41), '👩‍🚀'.repeat(41), 'ш'.repeat(41), 'x'.repeat(5000)])(
    'refuses %j as too long',
    (name) => expect(displayNameFault(name)).toBe('displayNameTooLong'),
  );

  it('takes 800 code units and no more, however few characters they are', () => {
    const family = (people: number) => Array(people).fill('👨').join('\u200d');
    expect([displayNameFault(family(267)), displayNameFault(family(268))]).toEqual([
      null,
      'displayNameTooLong',
    ]);
  });

  it.each([
    'a\u0000b',
    'a\nb',
    'a\tb',
    'a\u007fb',
    'a\u0085b',
    'a\u2028b',
    'nimda\u202e',
    '\u202aab',
    'a\u2066b\u2069',
    'a\u200fb',
    'a\u200eb',
    'a\u061cb',
    '\ud800',
    '\u200b\u200d',
    '\u3164',
    `a${'\u0301'.repeat(11)}`,
  ])('refuses the characters of %j', (name) => expect(displayNameFault(name)).toBe('displayNameCharacters'));
});

describe('shownName', () => {
  it('is the display name, else the username', () => {
    expect(shownName({ username: 'bunica_lia', displayName: 'Bunica Lia' })).toBe('Bunica Lia');
    expect(shownName({ username: 'bunica_lia', displayName: '' })).toBe('bunica_lia');
    expect(shownName({ username: 'bunica_lia' })).toBe('bunica_lia');
  });
});
