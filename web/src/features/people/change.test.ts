import { expect, it } from 'vitest';
import { changeOf } from './change.ts';

const user = { role: 'user' } as const;

it.each([
  ['Ab!1x', 'rules.passwordTooShort'],
  ['abcdef!', 'rules.passwordNeedsCapital'],
  ['Abcdef1', 'rules.passwordNeedsSpecial'],
])('refuses %s by the shared check [USERS-37, USERS-38, USERS-39]', (password, fault) => {
  expect(changeOf(user, { password, role: 'admin' })).toEqual({ kind: 'fault', fault });
});

it('needs no password, and sends only what differs [USERS-36]', () => {
  expect(changeOf(user, { password: '', role: 'admin' })).toEqual({
    kind: 'change',
    body: { role: 'admin' },
  });
  expect(changeOf(user, { password: 'Abcdef!', role: 'user' })).toEqual({
    kind: 'change',
    body: { password: 'Abcdef!' },
  });
});

it('knows when nothing changed [USERS-43]', () => {
  expect(changeOf(user, { password: '', role: 'user' })).toEqual({ kind: 'none' });
});
