import { expect, it } from 'vitest';
import { actingRole, lacksSecondStep } from './acting-role.ts';
import { isActive } from './active-account.ts';
import { isActiveAdmin } from './active-admin.ts';

it('an account is active unless it is deleted or waits for approval', () => {
  expect(isActive({ deleted_at: null, waiting_since: null })).toBe(true);
  expect(isActive({ deleted_at: 0, waiting_since: null })).toBe(false);
  expect(isActive({ deleted_at: null, waiting_since: 0 })).toBe(false);
});

it('an active admin has the role and an active account', () => {
  const active = { deleted_at: null, waiting_since: null };
  expect(isActiveAdmin({ role: 'admin', ...active })).toBe(true);
  expect(isActiveAdmin({ role: 'user', ...active })).toBe(false);
  expect(isActiveAdmin({ role: 'admin', ...active, deleted_at: 1 })).toBe(false);
  expect(isActiveAdmin({ role: 'admin', ...active, waiting_since: 1 })).toBe(false);
});

it('an admin without a second step acts as everybody else, where admins need one', () => {
  const none = { second_step_since: null, passkeys_since: null };
  const needed = { adminsNeedSecondStep: true };
  const all = [
    [{ role: 'admin', ...none }, needed, true],
    [{ role: 'admin', ...none, second_step_since: 0 }, needed, false],
    [{ role: 'admin', ...none, passkeys_since: 0 }, needed, false],
    [{ role: 'admin', ...none }, { adminsNeedSecondStep: false }, false],
    [{ role: 'user', ...none }, needed, false],
  ] as const;
  for (const [account, rules, lacks] of all) {
    expect(lacksSecondStep(account, rules)).toBe(lacks);
    expect(actingRole(account, rules)).toBe(lacks ? 'user' : account.role);
  }
});
