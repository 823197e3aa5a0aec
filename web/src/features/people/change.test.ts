import { expect, it } from 'vitest';
import { changeOf } from './change.ts';

const user = { role: 'user', displayName: 'Ana' } as const;
const displayName = 'Ana';

it.each([
  ['Ab!1x', 'rules.passwordTooShort'],
  ['abcdef!', 'rules.passwordNeedsCapital'],
  ['Abcdef1', 'rules.passwordNeedsSpecial'],
])('refuses %s by the shared check [USERS-37, USERS-38, USERS-39]', (password, fault) => {
  expect(changeOf(user, { password, role: 'admin', displayName })).toEqual({ kind: 'fault', fault });
});

it('needs no password, and sends only what differs [USERS-36]', () => {
  expect(changeOf(user, { password: '', role: 'admin', displayName })).toEqual({
    kind: 'change',
    body: { role: 'admin' },
  });
  expect(changeOf(user, { password: 'Abcdef!', role: 'user', displayName })).toEqual({
    kind: 'change',
    body: { password: 'Abcdef!' },
  });
});

it('knows when nothing changed [USERS-43]', () => {
  expect(changeOf(user, { password: '', role: 'user', displayName })).toEqual({ kind: 'none' });
});

it('sends another display name, trimmed, or that there is none, and refuses what cannot be one', () => {
  const named = (typed: string) => changeOf(user, { password: '', role: 'user', displayName: typed });
  expect(named(' Bunica Lia ')).toEqual({ kind: 'change', body: { displayName: 'Bunica Lia' } });
  expect(named(' ')).toEqual({ kind: 'change', body: { displayName: '' } });
  expect(named(' Ana ')).toEqual({ kind: 'none' });
  expect(named('x'.repeat(41))).toEqual({ kind: 'fault', fault: 'rules.displayNameTooLong' });
});
