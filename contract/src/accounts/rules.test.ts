import { describe, expect, it } from 'vitest';
import {
  composedPassword,
  emailFault,
  passwordFault,
  passwordStrength,
  storedEmail,
  usernameFault,
} from './rules.ts';

describe('passwordFault', () => {
  it('asks for a password [AUTH-25]', () => expect(passwordFault('')).toBe('passwordRequired'));

  it('asks for 6 characters [AUTH-26]', () => {
    expect(passwordFault('Ab!1x')).toBe('passwordTooShort');
    expect(passwordFault('Ab!1xy')).toBeNull();
  });

  it('counts characters, not code units', () => expect(passwordFault('A!😀😀😀')).toBe('passwordTooShort'));

  it('asks for a capital letter, of any alphabet [AUTH-27]', () => {
    expect(passwordFault('abcdef!')).toBe('passwordNeedsCapital');
    expect(passwordFault('șarpe!Ș')).toBeNull();
  });

  it('asks for a special character [AUTH-28]', () =>
    expect(passwordFault('Abcdef1')).toBe('passwordNeedsSpecial'));

  it.each([...'!@#$%^&*()_+-=[]{};\':"\\|,.<>/?`~'])('takes %s as special [AUTH-28]', (special) => {
    expect(passwordFault(`Abcde${special}`)).toBeNull();
  });

  it('does not take a space or a letter with an accent as special', () => {
    expect(passwordFault('Abcde f')).toBe('passwordNeedsSpecial');
    expect(passwordFault('Abcdeé')).toBe('passwordNeedsSpecial');
  });

  it('takes 128 characters and no more', () => {
    expect(passwordFault(`A!${'x'.repeat(126)}`)).toBeNull();
    expect(passwordFault(`A!${'x'.repeat(127)}`)).toBe('passwordTooLong');
  });

  it('says what is met while typing', () => {
    expect(passwordStrength('abc!')).toEqual({ chars: false, capital: false, special: true });
    expect(passwordStrength('Abcdef')).toEqual({ chars: true, capital: true, special: false });
  });
});

describe('usernameFault', () => {
  it('asks for a username [AUTH-29]', () => expect(usernameFault('')).toBe('fieldRequired'));

  it.each(['abc', 'a'.repeat(21)])('refuses %s for its length [AUTH-30] [AUTH-31]', (name) => {
    expect(usernameFault(name)).toBe('usernameLength');
  });

  it.each(['abcd', 'a'.repeat(20), 'a_1b', 'ANA_1'])('takes %s [AUTH-30] [AUTH-31] [AUTH-32]', (name) => {
    expect(usernameFault(name)).toBeNull();
  });

  it.each(['ab-cd', 'ana maria', 'șarpe', 'ana@home', 'ana.b', 'anna\n'])('refuses %j [AUTH-32]', (name) => {
    expect(usernameFault(name)).toBe('usernameCharacters');
  });
});

describe('emailFault', () => {
  it('asks for an email [AUTH-33]', () => expect(emailFault('')).toBe('fieldRequired'));

  it.each([
    'foo',
    'foo@',
    '@example.org',
    'foo@example',
    'a b@example.org',
    'a@b@example.org',
    'foo@example..org',
    'foo@.org',
    'foo@example.org.',
    '<a@example.org>',
    'a\u0001@example.org',
    'a@example.o\u007frg',
    'a\tb@example.org',
    `${'a'.repeat(243)}@example.org`,
  ])('refuses %s [AUTH-34]', (email) => expect(emailFault(email)).toBe('emailInvalid'));

  it.each([
    'a@b.co',
    'ana.maria+duet@mail.example.org',
    "o'neil@example.ro",
    `${'a'.repeat(242)}@example.org`,
  ])('takes %s [AUTH-34]', (email) => {
    expect(emailFault(email)).toBeNull();
  });
});

describe('storedEmail', () => {
  it.each([
    '\u202aana@example.org\u202c',
    ' \u200eana@example.org\u200f ',
    'ana@\u200bexample.org',
    'a\u00adna@example\u2060.org\ufeff',
    'ana\u202e@example.org\ufe0f',
  ])('leaves out what is pasted along and cannot be seen: %j', (typed) => {
    expect(storedEmail(typed)).toBe('ana@example.org');
    expect(emailFault(typed)).toBeNull();
  });

  it('is nothing where nothing can be seen', () => {
    expect(storedEmail(' \u200b\u202a')).toBe('');
    expect(emailFault(' \u200b\u202a')).toBe('fieldRequired');
  });
});

describe('composedPassword', () => {
  it('is in NFC up to what the longest password can be made of, and as it came beyond that', () => {
    const accented = (letters: number) => 'e\u0301'.repeat(letters);
    expect(composedPassword(accented(512))).toBe('é'.repeat(512));
    expect(composedPassword(accented(513))).toBe(accented(513));
  });
});
