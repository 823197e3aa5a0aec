import { describe, expect, it } from 'vitest';
import { newPasswordFault } from './new-password.ts';

describe('a change of password', () => {
  it.each([
    ['', ''],
    ['Abcdef!', ''],
    ['', 'Abcdef!'],
  ])('needs both fields: %j %j [PROF-16]', (password, confirmed) => {
    expect(newPasswordFault(password, confirmed)).toBe('profile.fillAll');
  });
  it('needs the same twice [PROF-17]', () => {
    expect(newPasswordFault('Abcdef!', 'Abcdef?')).toBe('profile.passwordsDiffer');
  });
  it.each([
    ['Ab!1x', 'rules.passwordTooShort'],
    ['abcdef!', 'rules.passwordNeedsCapital'],
    ['Abcdef1', 'rules.passwordNeedsSpecial'],
  ])('refuses %s: %s [PROF-18, PROF-19, PROF-20]', (password, fault) =>
    expect(newPasswordFault(password, password)).toBe(fault),
  );
  it('takes a strong one', () => expect(newPasswordFault('Abcdef!', 'Abcdef!')).toBeNull());
});
