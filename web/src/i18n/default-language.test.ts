import { describe, expect, it } from 'vitest';
import { defaultLanguage } from './default-language.ts';

describe('the language of somebody who chose none', () => {
  it.each([['ro'], ['ro-RO'], ['RO-md']])('is Romanian for a browser in %s [SHELL-06]', (first) => {
    expect(defaultLanguage([first, 'en'], 'Europe/Paris')).toBe('ro');
  });
  it('is Romanian where the clock runs in Bucharest [SHELL-07]', () => {
    expect(defaultLanguage(['en-US'], 'Europe/Bucharest')).toBe('ro');
  });
  it.each([['Europe/Chisinau'], ['Europe/Tiraspol']])('is Romanian in %s [SHELL-08]', (zone) => {
    expect(defaultLanguage(['en'], zone)).toBe('ro');
  });
  it.each([[['fr', 'ro']], [['en-RO']], [['rom']], [[]]])(
    'is English for %j elsewhere [SHELL-09]',
    (languages) => {
      expect(defaultLanguage(languages, 'Europe/Paris')).toBe('en');
    },
  );
});
