import { expect, it } from 'vitest';
import { createWorld } from './world.ts';

it('builds a site with a guest, a person and admins', async () => {
  await using world = await createWorld();
  const admin = await world.admin();
  const person = await world.person('maria');
  const second = await world.admin('second');
  expect([admin.user.role, person.user.role, second.user.role]).toEqual(['admin', 'user', 'admin']);
  expect((await world.guest.call('accounts.currentUser')).body.code).toBe('SIGN_IN_REQUIRED');
  expect((await person.call('accounts.users')).body.code).toBe('ADMIN_REQUIRED');
  expect((await second.call('accounts.currentUser')).body.data.user.username).toBe('second');
});
