import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Person, password } from '../../test/harness.ts';
import { linkIn, TestSmtpServer } from '../../test/smtp-server.ts';

let parts: AsyncDisposableStack;
let smtp: TestSmtpServer;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  smtp = parts.use(await new TestSmtpServer().start());
});
afterEach(() => parts.disposeAsync());

const siteWithMail = async () =>
  parts.use(await createHarness({ config: { mail: smtp.settings(), logLevel: 'silent' } }));
const invite = async (admin: Person, body: object) =>
  (await admin.send('invitations.create', body)).body.data.invitation;
const listed = async (admin: Person, id: string) =>
  (await admin.call('invitations.list')).body.data.invitations.find(({ _id }) => _id === id);
const mailed = async (address: string) => {
  await eventually(() => expect(smtp.to(address)).toHaveLength(1));
  const [mail] = smtp.to(address);
  if (!mail) throw new Error('no mail');
  return mail;
};

describe('a mailed invitation', () => {
  it('brings its link to the address, says who invites, and makes an account once', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    await admin.call('site.change', { body: { joining: 'invitation', name: 'Ana & Radu' } });
    const body = { email: ' lia@example.org ', note: 'For Lia' };
    const made = await invite(admin, body);
    expect(made.mail).toEqual({ email: 'lia@example.org', state: 'waiting', answer: '' });
    const mail = await mailed('lia@example.org');
    expect(mail.subject).toBe('You are invited to Ana & Radu');
    expect(mail.text).toContain('admin invites you to Ana & Radu.');
    expect(mail.text).not.toContain('For Lia');
    const link = linkIn(mail);
    expect([link.origin, link.pathname]).toEqual(['https://duet.example.org', '/join']);
    const invitation = link.hash.slice(1);
    // The same that the admin may hand over.
    expect(made.code).toBe(invitation);
    await eventually(async () => expect((await listed(admin, made._id))?.mail?.state).toBe('sent'));
    const join = (username: string) =>
      site.guest.call('accounts.register', {
        body: { username, email: `${username}@example.org`, password, invitation },
      });
    expect((await join('lia_1')).status).toBe(200);
    expect((await join('lia_2')).body.code).toBe('INVITATION_OVER');
    const rows = await site.context.db.read.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(invitation);
  }, 60_000);

  it('that the mail server refuses is shown as failed, with what it said; the link stays good', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    smtp.faults.recipient = (to) =>
      to === 'gone@example.org' ? { code: 550, says: '5.1.1 No such person' } : null;
    const made = await invite(admin, { email: 'gone@example.org' });
    await eventually(async () =>
      expect((await listed(admin, made._id))?.mail).toEqual({
        email: 'gone@example.org',
        state: 'failed',
        answer: expect.stringContaining('No such person'),
      }),
    );
    expect((await listed(admin, made._id))?.state).toBe('open');
  });

  it('that is revoked before it was sent is not sent', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    await smtp.stop();
    const made = await invite(admin, { email: 'lia@example.org' });
    await admin.call('invitations.revoke', { params: { id: made._id } });
    expect((await listed(admin, made._id))?.mail?.state).toBe('withdrawn');
    const waiting = await site.context.db.read
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'invitation')
      .execute();
    expect(waiting).toEqual([]);
  });

  it('is known to have been sent, or not, for as long as it may be open', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    const made = await invite(admin, { email: 'lia@example.org', expiresInDays: 365 });
    await mailed('lia@example.org');
    site.clock.forward(300 * 86_400_000);
    const { endOldMails } = await import('../mail/send.ts');
    await endOldMails(site.context);
    const kept = await site.context.db.read
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'invitation')
      .execute();
    expect(kept).toHaveLength(1);
    expect(made.mail?.email).toBe('lia@example.org');
  });

  it.each(['none', 'a@example.org\r\nBcc: b@example.org', 'a@x.org, b@x.org', 7])(
    'refuses %j',
    async (email) => {
      const site = await siteWithMail();
      const admin = await site.admin();
      const { status, body } = await admin.send('invitations.create', { email });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['email']]);
    },
  );

  it('is refused in words where the site sends no mail; without an address all is as before', async () => {
    await using site = await createHarness();
    const admin = await site.admin();
    const { status, body } = await admin.send('invitations.create', { email: 'lia@example.org' });
    expect([status, body.fields?.email]).toEqual([
      400,
      'This site sends no emails. Leave this empty and hand the link over yourself.',
    ]);
    for (const email of ['', null, undefined]) expect((await invite(admin, { email })).mail).toBeUndefined();
  });
});
