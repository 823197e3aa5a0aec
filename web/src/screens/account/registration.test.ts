import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../api/failure.ts';
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
      confirmed: 'account.passwordsDiffer',
    });
  });
});

describe('a refused registration', () => {
  it.each([
    [{ status: 409, code: 'USERNAME_TAKEN' }, true],
    [{ status: 409, code: 'EMAIL_TAKEN' }, true],
    [
      {
        status: 400,
        code: 'INVALID',
        answer: { fields: { password: 'Parola trebuie să aibă cel puțin 6 caractere' } },
      },
      true,
    ],
    [{ status: 400, code: 'INVALID', answer: { fields: { setupCode: 'no' } } }, false],
    [{ status: 403, code: 'REGISTRATION_CLOSED' }, false],
    [{ status: 500 }, false],
  ] as const)('%o: warns %s [AUTH-37, AUTH-38, AUTH-39, AUTH-40]', (details, warns) => {
    expect(isAboutInput(new CallFailure('', details))).toBe(warns);
  });

  it('by anything but an answer alarms', () => {
    expect(isAboutInput(new TypeError('password'))).toBe(false);
  });
});
