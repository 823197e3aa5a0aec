import { expect, it } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { publishPost } from '../../test/published-post.ts';
import { openSecondServer } from '../../test/second-server.ts';
import { TestSmtpServer } from '../../test/smtp-server.ts';
import { queueDigests } from './queue.ts';
import { nextWeek } from './week.ts';

const readers = 12;

it('two servers that queue the weekly mail at the same time queue one for each reader', async () => {
  await using smtp = await new TestSmtpServer().start();
  await using site = await createHarness({ config: { mail: smtp.settings(), logLevel: 'silent' } });
  await using other = await openSecondServer(site, { clock: site.clock });
  const { context, clock } = site;
  const admin = await site.admin();
  for (let n = 0; n < readers; n += 1) {
    const person = await site.person(`reader_${n}`);
    await person.call('digest.choose', { body: { weekly: true } });
  }
  await context.db.write((tx) =>
    tx.updateTable('users').set({ email_verified_at: clock.now() }).where('role', '=', 'user').execute(),
  );
  await publishPost(admin, { title: 'At the sea' });
  clock.forward(nextWeek(clock.now(), 'UTC') - clock.now() + 60_000);
  const { signal } = new AbortController();
  const servers = [context, other.context, context, other.context];
  const queued = await Promise.all(servers.map((server) => queueDigests(server, signal)));
  expect(queued).toContain(true);
  const mails = await context.db.read
    .selectFrom('mails')
    .select('user_id')
    .where('kind', '=', 'digest')
    .execute();
  expect(mails).toHaveLength(readers);
  expect(new Set(mails.map(({ user_id }) => user_id)).size).toBe(readers);
  expect(await queueDigests(other.context, signal)).toBe(false);
});
