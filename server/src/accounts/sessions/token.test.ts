import { expect, it } from 'vitest';
import { hashOf, isPersonalTokenShaped, isTokenShaped, newPersonalToken, newToken } from './token.ts';

it('makes tokens of 256 random bits behind the prefix', () => {
  const token = newToken();
  expect(token).toMatch(/^duet_[\w-]{43}$/);
  expect(isTokenShaped(token)).toBe(true);
  expect(newToken()).not.toBe(token);
});

it.each([
  '',
  'duet_',
  `duet_${'a'.repeat(42)}`,
  `DUET_${'a'.repeat(43)}`,
  `duet_${'a'.repeat(44)}`,
  `a duet_${'a'.repeat(43)}`,
])('does not take %j for a token', (text) => expect(isTokenShaped(text)).toBe(false));

it('stores SHA-256', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('makes personal tokens behind a prefix of their own, that none of a session has', () => {
  const token = newPersonalToken();
  expect(token).toMatch(/^duet_pat_[\w-]{43}$/);
  expect([isPersonalTokenShaped(token), isTokenShaped(token)]).toEqual([true, false]);
  expect(isPersonalTokenShaped(newToken())).toBe(false);
});
