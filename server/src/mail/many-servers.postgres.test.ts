import { expect, it, vi } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { openSecondServer } from '../../test/second-server.ts';
import { TestSmtpServer } from '../../test/smtp-server.ts';
import { serverJobs } from '../jobs.ts';
import { queueMail } from './mail.ts';

it('two servers share the queue of mails, and each mail is sent once', async () => {
  await using smtp = await new TestSmtpServer().start();
  await using site = await createHarness({ config: { mail: smtp.settings() } });
  await using other = await openSecondServer(site);
  await using _jobs = other.context.jobs.start(serverJobs(other.context));
  const to = (n: number) => ({ email: `p${n}@example.org`, userId: null });
  const facts = { at: '2026-11-23T10:00:00.000Z' };
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      site.context.db.write((tx) =>
        queueMail(site.context, tx, { kind: 'passwordChanged', to: to(n), facts }),
      ),
    ),
  );
  other.context.mailWake.notify();
  const states = async () =>
    (await site.context.db.read.selectFrom('mails').select('state').execute()).map(({ state }) => state);
  await vi.waitFor(async () => expect(await states()).toEqual(Array(30).fill('sent')), { timeout: 15_000 });
  expect(new Set(smtp.taken.map(({ recipient }) => recipient)).size).toBe(30);
  expect(smtp.taken).toHaveLength(30);
});
