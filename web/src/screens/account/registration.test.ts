import { describe, expect, it } from 'vitest';
import { isAboutInput, registrationFaults } from './registration.ts';

const good = { username: 'ana_1', email: 'ana@example.com', password: 'Abcdef!', confirmed: 'Abcdef!' };

describe('a registration', () => {
  it('has no faults when all is well', () => expect(registrationFaults(good)).toEqual({}));
  it('asks for every field [AUTH-25, AUTH-29, AUTH-33, AUTH-35]', () => {
    expect(registrationFaults({ username: '', email: '', password: '', confirmed: '' })).toEqual({
      username: 'rules.fieldRequired',
      email: 'rules.fieldRequired',
      password: 'rules.passwordRequired',
      confirmed: 'rules.fieldRequired',
    });
  });
  it.each([
    ['Ab!1x', 'rules.passwordTooShort'],
    ['abcdef!', 'rules.passwordNeedsCapital'],
    ['Abcdef1', 'rules.passwordNeedsSpecial'],
  ])('refuses the password %s: %s [AUTH-26, AUTH-27, AUTH-28]', (password, fault) => {
    expect(registrationFaults({ ...good, password, confirmed: password })).toEqual({ password: fault });
  });
  it.each([
    ['abc', 'rules.usernameLength'],
    ['a'.repeat(21), 'rules.usernameLength'],
    ['ab-cd', 'rules.usernameCharacters'],
  ])('refuses the username %s: %s [AUTH-30, AUTH-31, AUTH-32]', (username, fault) => {
    expect(registrationFaults({ ...good, username })).toEqual({ username: fault });
  });
  it('takes usernames of 4 and of 20 characters [AUTH-30, AUTH-31]', () => {
    expect(registrationFaults({ ...good, username: 'abcd' })).toEqual({});
    expect(registrationFaults({ ...good, username: 'a'.repeat(20) })).toEqual({});
  });
  it('refuses what is no email [AUTH-34]', () => {
    expect(registrationFaults({ ...good, email: 'foo' })).toEqual({ email: 'rules.emailInvalid' });
  });
  it('wants the password twice the same [AUTH-36]', () => {
    expect(registrationFaults({ ...good, confirmed: 'Other!' })).toEqual({
      confirmed: 'session.passwordsDiffer',
    });
  });
});

describe('a refused registration', () => {
  it.each([
    ['Username already exists', true],
    ['Email already registered', true],
    ['Password must be at least 6 characters', true],
    ['Numele de utilizator există deja', true],
    ['Adresa de e-mail este deja înregistrată', true],
    ['Parola trebuie să aibă cel puțin 6 caractere', true],
    ['An unexpected error occurred', false],
    ['A apărut o eroare neașteptată', false],
  ])('%s: warns %s [AUTH-37, AUTH-38, AUTH-39, AUTH-40]', (sentence, warns) => {
    expect(isAboutInput(sentence)).toBe(warns);
  });
});
