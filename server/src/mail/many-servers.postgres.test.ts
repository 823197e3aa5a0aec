import { mailLimits } from '@duet/contract/mail/limits';
import { expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { openSecondServer } from '../../test/second-server.ts';
import { TestSmtpServer } from '../../test/smtp-server.ts';
import { serverJobs } from '../jobs.ts';
import { queueMail } from './mail.ts';
import { findWaiting, takeDue } from './store.ts';

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
  await eventually(async () => expect(await states()).toEqual(Array(30).fill('sent')));
  expect(new Set(smtp.taken.map(({ recipient }) => recipient)).size).toBe(30);
  expect(smtp.taken).toHaveLength(30);
});

it('a server whose clock is behind leaves a mail alone that another is sending, and takes it when that is dead', async () => {
  await using smtp = await new TestSmtpServer().start();
  await using site = await createHarness({ config: { mail: smtp.settings() } });
  const { promise: hold, resolve: letTake } = Promise.withResolvers<void>();
  smtp.hold = () => hold;
  await site.context.db.write((tx) =>
    queueMail(site.context, tx, {
      ...{ kind: 'passwordChanged', to: { email: 'a@example.org', userId: null } },
      facts: { at: '2026-11-23T10:00:00.000Z' },
    }),
  );
  await eventually(() => expect(smtp.begun).toBe(1));
  // It waits for long, so that it is due by each of the clocks.
  await site.context.db.write((tx) => tx.updateTable('mails').set({ due_at: 0 }).execute());
  const takeAt = (now: number) => site.context.db.write((tx) => takeDue(tx, { owner: 'other', now }, []));
  const { lease_until } = await site.context.db.read
    .selectFrom('mails')
    .select('lease_until')
    .executeTakeFirstOrThrow();
  const until = lease_until ?? 0;
  const { leaseMs } = mailLimits;
  // Behind by 1 ms, 5 s and nearly as long as a lease lasts.
  for (const behind of [1, 5000, leaseMs - 1]) expect(await takeAt(until - leaseMs - behind)).toBeNull();
  expect(await takeAt(until - 1)).toBeNull();
  letTake();
  await eventually(async () => expect(await waiting(site)).toBe(0));
  expect(smtp.taken).toHaveLength(1);
  // One whose lease was given by a clock that was days ahead waits for no such day.
  await site.context.db.write((tx) =>
    tx.updateTable('mails').set({ state: 'waiting', lease_until: until }).execute(),
  );
  expect(await takeAt(until - 2 * leaseMs - 1)).toMatchObject({ email: 'a@example.org' });
});

async function waiting({ context }: Harness): Promise<number> {
  const { count } = await findWaiting(context.db.read);
  return count;
}
