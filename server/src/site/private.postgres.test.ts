import { expect, it } from 'vitest';
import { Client } from '../../test/client.ts';
import { createHarness } from '../../test/harness.ts';
import { richText } from '../../test/posts.ts';
import { openSecondServer } from '../../test/second-server.ts';

it('a site closes on every server within a second, cached answers included', async () => {
  await using first = await createHarness();
  await using second = await openSecondServer(first);
  const admin = await first.admin();
  const post = await richText(admin, '<p>words</p>');
  const there = new Client(second.person(admin).url);
  const paths = ['/api/posts', `/api/posts/${post._id}`, '/feed.json'];
  const statuses = () => Promise.all(paths.map(async (path) => (await there.fetch(path)).status));
  for (let round = 0; round < 3; round += 1) {
    expect([await statuses(), await statuses()]).toEqual([Array(3).fill(200), Array(3).fill(200)]);
    await admin.call('site.change', { body: { reading: 'members' } });
    const closedAt = performance.now();
    while ((await statuses()).join() !== '401,401,401') {
      expect(performance.now() - closedAt).toBeLessThan(1000);
    }
    await admin.call('site.change', { body: { reading: 'everybody' } });
    while ((await statuses()).join() !== '200,200,200') {
      expect(performance.now() - closedAt).toBeLessThan(3000);
    }
  }
});
