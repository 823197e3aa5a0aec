import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { TestSmtpServer } from '../../test/smtp-server.ts';
import { queueMail } from './mail.ts';
import { checkServer } from './smtp.ts';

const minuteMs = 60_000;

let parts: AsyncDisposableStack;
let smtp: TestSmtpServer;
let site: Harness;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  smtp = parts.use(await new TestSmtpServer().start());
  site = parts.use(await createHarness({ config: { mail: smtp.settings(), logLevel: 'silent' } }));
});
afterEach(() => parts.disposeAsync());

const at = '2026-11-23T10:00:00.000Z';
const queue = (email: string, more: { readonly expiresAt?: number; readonly onceKey?: string } = {}) =>
  site.context.db.write((tx) =>
    queueMail(site.context, tx, {
      ...{ kind: 'passwordChanged', to: { email, userId: null }, facts: { at } },
      ...more,
    }),
  );
const rows = () =>
  site.context.db.read
    .selectFrom('mails')
    .select(['email', 'state', 'attempts', 'reason', 'answer', 'lease_owner'])
    .orderBy('id')
    .execute();
const stateOf = async (email: string) => (await rows()).find((row) => row.email === email);
/** The wait for the next try of a mail is over. */
const due = async (email: string) => {
  const { clock, db, mailWake } = site.context;
  await db.write((tx) =>
    tx.updateTable('mails').set({ due_at: clock.now() }).where('email', '=', email).execute(),
  );
  mailWake.notify();
};
/** Time passes, and the queue is looked at. */
const later = (ms: number) => {
  site.clock.forward(ms);
  site.context.mailWake.notify();
};
const addresses = () => smtp.taken.map(({ recipient }) => recipient).sort();

describe('the queue of mails', () => {
  it('sends each mail once, with a Message-ID and a date of its own', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => queue(`p${n}@example.org`)));
    await eventually(() => expect(smtp.taken).toHaveLength(12));
    await eventually(async () => expect((await rows()).every(({ state }) => state === 'sent')).toBe(true));
    expect(new Set(smtp.taken.map(({ messageId }) => messageId)).size).toBe(12);
    expect(smtp.taken[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@site\.example>$/);
    expect(smtp.taken[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    later(60 * minuteMs);
    expect(smtp.taken).toHaveLength(12);
  });

  it('takes of two mails with the same key one', async () => {
    await queue('a@example.org', { onceKey: 'one' });
    await queue('a@example.org', { onceKey: 'one' });
    expect(await rows()).toHaveLength(1);
  });

  it('loses nothing while the mail server is down, does not count that as tries, and tells the admins', async () => {
    await smtp.stop();
    await queue('a@example.org');
    await queue('b@example.org');
    const failed = async () =>
      (await site.context.jobs.results()).find(({ name }) => name === 'mails')?.last?.failed;
    await eventually(async () => expect(await failed()).toBe(true));
    for (let n = 0; n < 20; n += 1) later(6 * minuteMs);
    await smtp.start();
    await eventually(() => {
      later(6 * minuteMs);
      expect(addresses()).toEqual(['a@example.org', 'b@example.org']);
    });
    await eventually(async () =>
      expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
        ['sent', 1],
        ['sent', 1],
      ]),
    );
  });

  it('sends a mail again whose connection was cut after DATA, and holds up no other', async () => {
    let cuts = 2;
    smtp.faults.data = (recipient) => (recipient === 'cut@example.org' && cuts-- > 0 ? 'cut' : null);
    await queue('cut@example.org');
    await queue('b@example.org');
    await eventually(() => expect(addresses()).toEqual(['b@example.org']));
    await eventually(async () => expect((await stateOf('cut@example.org'))?.attempts).toBe(1));
    await eventually(() => {
      later(3 * minuteMs);
      expect(addresses()).toEqual(['b@example.org', 'cut@example.org']);
    });
    await eventually(async () => expect((await stateOf('cut@example.org'))?.state).toBe('sent'));
  });

  it('sends with the same Message-ID where the answer was lost, so that the other side can tell', async () => {
    let lost = 1;
    smtp.faults.data = () => (lost-- > 0 ? 'taken and cut' : null);
    await queue('a@example.org');
    await eventually(() => {
      later(3 * minuteMs);
      expect(smtp.taken).toHaveLength(2);
    });
    const [first, second] = smtp.taken;
    expect(second?.messageId).toBe(first?.messageId);
    expect([second?.date, second?.subject, second?.text]).toEqual([first?.date, first?.subject, first?.text]);
    await eventually(async () => expect((await stateOf('a@example.org'))?.state).toBe('sent'));
  });

  it('gives up what the mail server refuses for good, with what it said, and tries again what it puts off', async () => {
    const admin = await site.admin();
    // The link for their address.
    await eventually(async () => expect((await stateOf('admin@example.org'))?.state).toBe('sent'));
    smtp.faults.recipient = (recipient) =>
      recipient.startsWith('gone')
        ? { code: 550, says: '5.1.1 No such person' }
        : { code: 451, says: '4.7.1 Greylisted, come back later' };
    await queue('gone@example.org');
    await queue('grey@example.org');
    await eventually(async () => {
      expect(await stateOf('gone@example.org')).toMatchObject({ state: 'failed', reason: 'refused' });
      expect(await stateOf('grey@example.org')).toMatchObject({ state: 'waiting', attempts: 1 });
    });
    expect((await stateOf('gone@example.org'))?.answer).toContain('No such person');
    const { numbers } = (await admin.call('dashboard.stats')).body.data;
    expect(numbers.mail).toMatchObject({
      waiting: 1,
      oldestWaiting: expect.any(String),
      failed: 1,
      failures: [{ email: 'gone@example.org', reason: 'refused', answer: expect.stringContaining('5.1.1') }],
    });
    smtp.faults.recipient = () => null;
    const { begun } = smtp;
    await eventually(() => {
      later(minuteMs);
      expect(addresses()).toEqual(['admin@example.org', 'grey@example.org']);
    });
    expect(smtp.begun).toBe(begun + 1);
  });

  it('gives up a mail that was tried too often, and one whose time is over', async () => {
    smtp.faults.data = () => ({ code: 451, says: 'later' });
    await queue('a@example.org');
    await eventually(async () => {
      if ((await stateOf('a@example.org'))?.lease_owner === null) await due('a@example.org');
      expect(await stateOf('a@example.org')).toMatchObject({
        state: 'failed',
        reason: 'tooOften',
        attempts: 12,
      });
    });
    smtp.faults.data = () => null;
    await queue('late@example.org', { expiresAt: site.clock.now() - 1 });
    await eventually(async () =>
      expect(await stateOf('late@example.org')).toMatchObject({ state: 'failed', reason: 'expired' }),
    );
    expect(smtp.taken).toEqual([]);
  });

  it('lets no slow mail hold up one that comes later', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    smtp.hold = (recipient) => (recipient === 'slow@example.org' ? promise : undefined);
    await queue('slow@example.org');
    await eventually(() => expect(smtp.begun).toBe(1));
    await queue('quick@example.org');
    await eventually(() => expect(addresses()).toContain('quick@example.org'));
    expect((await stateOf('slow@example.org'))?.state).toBe('waiting');
    resolve();
    await eventually(async () => expect((await stateOf('slow@example.org'))?.state).toBe('sent'));
    expect(smtp.begun).toBe(2);
  });

  it('goes on with what a killed server had begun when its lease is over', async () => {
    const { db, clock } = site.context;
    smtp.faults.connect = () => ({ code: 421, says: 'not now' });
    await queue('a@example.org');
    await eventually(async () => expect((await stateOf('a@example.org'))?.answer).toContain('not now'));
    await eventually(async () => expect((await stateOf('a@example.org'))?.lease_owner).toBeNull());
    await db.write((tx) =>
      tx
        .updateTable('mails')
        .set({ lease_owner: 'killed', lease_until: clock.now() + minuteMs, attempts: 1 })
        .execute(),
    );
    smtp.faults.connect = () => null;
    site.context.mailOutage.end();
    later(minuteMs / 2);
    await queue('b@example.org');
    await eventually(() => expect(addresses()).toEqual(['b@example.org']));
    await eventually(() => {
      later(minuteMs);
      expect(addresses()).toEqual(['a@example.org', 'b@example.org']);
    });
  });
});

describe('what a mail cannot carry', () => {
  it('is a second header or a second address: such a mail is given up unsent', async () => {
    const faults = [
      'a@example.org\r\nBcc: b@example.org',
      'a@example.org, b@example.org',
      '<a@example.org>',
      '',
    ];
    for (const address of faults) await queue(address);
    await eventually(async () =>
      expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual(
        faults.map(() => ['failed', 'unusable']),
      ),
    );
    await site.context.db.write((tx) =>
      tx.updateTable('site_settings').set({ name: 'Ana\r\nBcc: eve@example.org' }).execute(),
    );
    await queue('c@example.org');
    await eventually(async () =>
      expect(await stateOf('c@example.org')).toMatchObject({ state: 'failed', reason: 'unusable' }),
    );
    expect(smtp.taken).toEqual([]);
  });

  it('is not lost in names of any script, or with signs of addresses in them', async () => {
    await site.context.db.write((tx) =>
      tx.updateTable('site_settings').set({ name: 'Ștefan, "Ana" <x@y.example> 🎻' }).execute(),
    );
    await queue('a@example.org');
    await eventually(() => expect(smtp.taken).toHaveLength(1));
    expect(smtp.taken[0]?.from).toMatchObject({
      name: 'Ștefan, "Ana" <x@y.example> 🎻',
      address: 'duet@site.example',
    });
    expect(smtp.taken[0]?.to).toHaveLength(1);
  });
});

describe('the account at the mail server', () => {
  it('is used where it is set, and a wrong one is said', async () => {
    const { server } = smtp.settings();
    const withAccount = (pass: string) => ({ ...server, credentials: { user: 'duet', pass } });
    const signal = AbortSignal.timeout(10_000);
    expect(await checkServer(withAccount('right'), signal)).toBeNull();
    expect(await checkServer(withAccount('wrong'), signal)).toMatch(/535/);
    await smtp.stop();
    expect(await checkServer(server, signal)).toMatch(/ECONNREFUSED/);
  });
});
