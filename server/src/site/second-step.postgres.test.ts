import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness } from '../../test/harness.ts';
import { openSecondServer } from '../../test/second-server.ts';

it('sessions of admins without a second step are held to it on every server within a second', async () => {
  await using one = await createHarness();
  await using two = await openSecondServer(one);
  const [first, second] = [await one.admin('first_admin'), await one.admin('second_admin')];
  const { secret } = (await first.call('totp.begin')).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: one.clock.now() });
  expect((await first.call('totp.confirm', { body: { code } })).status).toBe(200);
  const there = two.person(second);
  const status = async () => (await there.call('accounts.users')).status;
  await using stream = await openEvents(there);
  for (const required of [true, false, true]) {
    expect(await status()).toBe(required ? 200 : 403);
    await first.call('site.requireSecondStep', { body: { required } });
    const since = performance.now();
    while ((await status()) !== (required ? 403 : 200)) {
      expect(performance.now() - since).toBeLessThan(1000);
    }
  }
  await stream.ended;
});
