import { expect, it } from 'vitest';
import { Client } from '../../../test/client.ts';
import { openEvents } from '../../../test/event-reader.ts';
import { createHarness } from '../../../test/harness.ts';
import { openSecondServer } from '../../../test/second-server.ts';

it('a token that is revoked on one server ends on the other within a second, with its stream', async () => {
  await using first = await createHarness();
  await using second = await openSecondServer(first);
  const ana = await first.person('ana_maria');
  for (let round = 0; round < 3; round += 1) {
    const { data } = (
      await ana.call('tokens.create', { body: { name: 'x', scopes: ['read'], expiresInDays: 1 } })
    ).body;
    const there = new Client(second.person(ana).url, data.token);
    const status = async () => (await there.call('accounts.currentUser')).status;
    // Twice, so that the second answer may come from what is kept.
    expect([await status(), await status()]).toEqual([200, 200]);
    await using stream = await openEvents(there);
    await stream.until(({ events }) => events.length > 0);
    await ana.call('tokens.revoke', { params: { id: data.personalToken._id } });
    const revokedAt = performance.now();
    while ((await status()) !== 401) expect(performance.now() - revokedAt).toBeLessThan(1000);
    await stream.ended;
    expect(performance.now() - revokedAt).toBeLessThan(1000);
  }
});
