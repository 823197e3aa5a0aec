import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { onOneServer } from '../../../test/on-one-server.ts';
import { recognize } from './authenticate.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

onOneServer('knows a session that was used, until it ends', async () => {
  const ana = await harness.person('ana_maria');
  const token = ana.token ?? '';
  expect(recognize(harness.context, token)).toBeNull();
  // On PostgreSQL nothing stays kept until the server hears what others change.
  await eventually(async () => {
    expect((await ana.call('accounts.currentUser')).status).toBe(200);
    expect(recognize(harness.context, token)).toMatchObject({
      id: ana.id,
      username: 'ana_maria',
      role: 'user',
    });
  });
  expect((await ana.call('accounts.logout')).status).toBe(200);
  expect(recognize(harness.context, token)).toBeNull();
  expect((await ana.call('accounts.currentUser')).status).toBe(401);
});

it('knows nobody whose session is over, or has to be written down as used', async () => {
  const eva = await harness.person('eva_maria');
  await eva.call('accounts.currentUser');
  harness.clock.forward(24 * 60 * 60_000);
  expect(recognize(harness.context, eva.token ?? '')).toBeNull();
  harness.clock.forward(365 * 24 * 60 * 60_000);
  expect(recognize(harness.context, eva.token ?? '')).toBeNull();
  expect((await eva.call('accounts.currentUser')).status).toBe(401);
});

it('knows no token that is none', () => {
  expect(recognize(harness.context, 'nobody')).toBeNull();
});
