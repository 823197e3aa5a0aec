import { describe, expect, it } from 'vitest';
import { passwordChangeFault } from './password-change.ts';

describe('a change of password', () => {
  it.each([
    ['', ''],
    ['Abcdef!', ''],
    ['', 'Abcdef!'],
  ])('needs both fields: %j %j [PROF-16]', (password, confirmed) => {
    expect(passwordChangeFault(password, confirmed)).toBe('profile.fillAll');
  });
  it('needs the same twice [PROF-17]', () => {
    expect(passwordChangeFault('Abcdef!', 'Abcdef?')).toBe('profile.passwordsDiffer');
  });
  it.each([
    ['Ab!1x', 'rules.passwordTooShort'],
    ['abcdef!', 'rules.passwordNeedsCapital'],
    ['Abcdef1', 'rules.passwordNeedsSpecial'],
  ])('refuses %s: %s [PROF-18, PROF-19, PROF-20]', (password, fault) =>
    expect(passwordChangeFault(password, password)).toBe(fault),
  );
  it('takes a strong one', () => expect(passwordChangeFault('Abcdef!', 'Abcdef!')).toBeNull());
});
