import { describe, expect, it } from 'vitest';
import { translator } from './translate.ts';

const texts = {
  area: {
    plain: 'Hello',
    named: 'Hello {name}, {missing}',
    posts: { one: '{count} postare', few: '{count} postări', other: '{count} de postări' },
    special: 'one of {specials}',
  },
};

describe('translator', () => {
  const t = translator('ro', texts);
  it('answers a text', () => expect(t('area.plain')).toBe('Hello'));
  it('fills placeholders and leaves unknown ones', () => {
    expect(t('area.named', { name: 'Ana' })).toBe('Hello Ana, {missing}');
  });
  it.each([
    [1, '1 postare'],
    [0, '0 postări'],
    [2, '2 postări'],
    [19, '19 postări'],
    [20, '20 de postări'],
    [101, '101 postări'],
  ])('chooses the Romanian form of %i', (count, text) => expect(t('area.posts', { count })).toBe(text));
  it('writes numbers as the language does', () => {
    expect(t('area.posts', { count: 12345 })).toBe('12.345 de postări');
    expect(translator('en', texts)('area.posts', { count: 12345 })).toBe('12,345 de postări');
  });
  it('does not read what a value says as a placeholder', () => {
    expect(t('area.named', { name: '{specials}' })).toBe('Hello {specials}, {missing}');
  });
  it('fills the constant placeholders by itself', () => expect(t('area.special')).toContain('!@#$%^&*()'));
  it('answers the key where there is no text', () => expect(t('area.none')).toBe('area.none'));
});
