import { expect, it } from 'vitest';
import { createHarness } from './harness.ts';

it('builds a site with a guest, a person and admins', async () => {
  await using harness = await createHarness();
  const admin = await harness.admin();
  const person = await harness.person('maria');
  const second = await harness.admin('second');
  expect([admin.user.role, person.user.role, second.user.role]).toEqual(['admin', 'user', 'admin']);
  expect((await harness.guest.call('accounts.currentUser')).body.code).toBe('SIGN_IN_REQUIRED');
  expect((await person.call('accounts.users')).body.code).toBe('ADMIN_REQUIRED');
  expect((await second.call('accounts.currentUser')).body.data.user.username).toBe('second');
});
