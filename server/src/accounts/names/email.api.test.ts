import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { createHarness, type Harness, type HarnessOptions, password } from '../../../test/harness.ts';
import { linkIn, TestSmtpServer } from '../../../test/smtp-server.ts';

const dayMs = 24 * 3_600_000;

let parts: AsyncDisposableStack;
let smtp: TestSmtpServer;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  smtp = parts.use(await new TestSmtpServer().start());
});
afterEach(() => parts.disposeAsync());

const siteWithMail = async ({ config, ...options }: HarnessOptions = {}) =>
  parts.use(await createHarness({ ...options, config: { mail: smtp.settings(), ...config } }));
const mailed = async (address: string, count = 1) => {
  await eventually(() => expect(smtp.to(address).length).toBeGreaterThanOrEqual(count));
  const mail = smtp.to(address)[count - 1];
  if (!mail) throw new Error('no mail');
  return mail;
};
const codeIn = (mail: Parameters<typeof linkIn>[0]) => linkIn(mail).hash.slice(1);
const confirm = (site: Harness, code: string) => site.guest.call('identity.confirmEmail', { body: { code } });
const settled = (site: Harness) =>
  eventually(async () => {
    const { read } = site.context.db;
    expect(await read.selectFrom('mails').select('id').where('state', '=', 'waiting').execute()).toEqual([]);
  });

describe('the address given in a registration', () => {
  it('is verified by the link that is mailed there, once, and is no condition for signing in', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    expect(ana.user.emailVerified).toBeUndefined();
    expect((await site.signIn('anna_1')).user.username).toBe('anna_1');
    const mail = await mailed('anna_1@example.org');
    expect(mail.subject).toBe('Confirm your address for Duet');
    expect(mail.text).toContain('The account anna_1 on Duet');
    const link = linkIn(mail);
    expect([link.origin, link.pathname]).toEqual(['https://duet.example.org', '/confirm-email']);
    const { status, body } = await confirm(site, codeIn(mail));
    expect([status, body.data.email]).toEqual([200, 'anna_1@example.org']);
    expect((await ana.call('accounts.currentUser')).body.data.user.emailVerified).toBe(true);
    const again = await confirm(site, codeIn(mail));
    expect([again.status, again.body.code]).toEqual([403, 'EMAIL_LINK_INVALID']);
    expect((await ana.call('identity.sendVerification')).body.code).toBe('WRONG_STATE');
  });

  it('is asked for again with another link, for who lost the first or let its day go by', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    const late = codeIn(await mailed('anna_1@example.org'));
    site.clock.forward(dayMs);
    expect((await confirm(site, late)).status).toBe(403);
    expect((await ana.call('identity.sendVerification')).status).toBe(200);
    expect((await confirm(site, codeIn(await mailed('anna_1@example.org', 2)))).status).toBe(200);
  });

  it('greets nobody by a name that a stranger chose, and its link opens nothing else', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    await mailed('anna_1@example.org');
    await ana.call('accounts.changeUser', { params: { id: ana.id }, body: { displayName: 'Win a prize' } });
    await ana.call('identity.sendVerification');
    const mail = await mailed('anna_1@example.org', 2);
    expect(`${mail.text}${mail.html}`).not.toContain('Win a prize');
    const body = { code: codeIn(mail), password: 'Fresh!456' };
    expect((await site.guest.call('accounts.usePasswordLink', { body })).status).toBe(403);
    expect((await confirm(site, codeIn(mail))).status).toBe(200);
  });

  it('is verified by a mailed link to a new password as well', async () => {
    const site = await siteWithMail();
    await site.person('anna_1');
    await mailed('anna_1@example.org');
    await site.guest.call('accounts.forgotten', { body: { email: 'anna_1@example.org' } });
    const code = codeIn(await mailed('anna_1@example.org', 2));
    const used = await site.guest.call('accounts.usePasswordLink', { body: { code, password: 'Fresh!456' } });
    expect([used.status, used.body.data.user?.emailVerified]).toEqual([200, true]);
  });
});

describe('a change of the address', () => {
  const change = (by: { call: Harness['guest']['call'] }, email: string) =>
    by.call('identity.changeEmail', { body: { email } });

  it('takes place when the link is opened, and the former address has a notice', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    await mailed('anna_1@example.org');
    const asked = await change(ana, ' new@example.org ');
    expect(asked.status).toBe(200);
    expect(asked.body.data).toMatchObject({
      email: 'anna_1@example.org',
      verified: false,
      pending: { email: 'new@example.org' },
    });
    const notice = await mailed('anna_1@example.org', 2);
    expect(notice.subject).toBe('The address of your account on Duet is to change');
    expect(notice.text).toContain('to n…@example.org has been waiting');
    expect(notice.text).not.toContain('new@example.org');
    const mail = await mailed('new@example.org');
    expect(await site.signIn('anna_1@example.org')).toBeDefined();
    const { status, body } = await confirm(site, codeIn(mail));
    expect([status, body.data.email]).toEqual([200, 'new@example.org']);
    expect((await site.signIn('new@example.org')).user).toMatchObject({
      email: 'new@example.org',
      emailVerified: true,
    });
    const former = { username: 'anna_1@example.org', password };
    expect((await site.guest.call('accounts.login', { body: former })).status).toBe(401);
    expect((await confirm(site, codeIn(mail))).body.code).toBe('EMAIL_LINK_INVALID');
    const cut = await confirm(site, '');
    expect([cut.status, cut.body.code]).toEqual([403, 'EMAIL_LINK_INVALID']);
    const { data } = (await ana.call('identity.email')).body;
    expect(data).toEqual({ email: 'new@example.org', verified: true, refused: null, pending: null });
  });

  it('ends after a day, by another change, when it is taken back, and with another password', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    await change(ana, 'one@example.org');
    const one = codeIn(await mailed('one@example.org'));
    await change(ana, 'two@example.org');
    const two = codeIn(await mailed('two@example.org'));
    expect((await confirm(site, one)).status).toBe(403);
    expect((await ana.call('identity.cancelEmail')).body.data.pending).toBeNull();
    expect((await confirm(site, two)).status).toBe(403);
    await change(ana, 'three@example.org');
    const three = codeIn(await mailed('three@example.org'));
    await ana.call('accounts.changeUser', { params: { id: ana.id }, body: { password: 'Fresh!456' } });
    expect((await confirm(site, three)).status).toBe(403);
    await change(ana, 'four@example.org');
    const four = codeIn(await mailed('four@example.org'));
    site.clock.forward(dayMs);
    expect((await ana.call('identity.email')).body.data.pending).toBeNull();
    expect((await confirm(site, four)).status).toBe(403);
    const again = await site.signIn('anna_1').catch(() => null);
    expect(again).toBeNull();
  });

  it('is refused for an address of somebody else, when it is asked for and when the link is opened', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    await site.person('other_1');
    const refused = await change(ana, 'OTHER_1@example.org');
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      409,
      'EMAIL_TAKEN',
      { email: expect.any(String) },
    ]);
    await change(ana, 'late_1@example.org');
    const code = codeIn(await mailed('late_1@example.org'));
    await site.person('late_1');
    const taken = await confirm(site, code);
    expect([taken.status, taken.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect((await ana.call('identity.email')).body.data.email).toBe('anna_1@example.org');
  });

  it('of two accounts with links to one address lets the first have it, also at once', async () => {
    const site = await siteWithMail();
    const people = [await site.person('anna_1'), await site.person('dora_1')];
    for (const person of people) await change(person, 'both@example.org');
    await mailed('both@example.org', 2);
    const codes = smtp.to('both@example.org').map(codeIn);
    const answers = await Promise.all(codes.map((code) => confirm(site, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('ends what was mailed to the former address', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    const verification = codeIn(await mailed('anna_1@example.org'));
    await site.guest.call('accounts.forgotten', { body: { email: 'anna_1@example.org' } });
    const forgotten = codeIn(await mailed('anna_1@example.org', 2));
    await change(ana, 'new@example.org');
    expect((await confirm(site, codeIn(await mailed('new@example.org')))).status).toBe(200);
    expect((await confirm(site, verification)).status).toBe(403);
    const body = { code: forgotten, password: 'Fresh!456' };
    expect((await site.guest.call('accounts.usePasswordLink', { body })).status).toBe(403);
  });

  it('needs a proof, a session and an address that can be one', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    for (const email of ['', 'none', 'a@b', 'a@example.org\r\nBcc: b@example.org', 'a@x.org, b@x.org', 7]) {
      expect((await ana.send('identity.changeEmail', { email })).status).toBe(400);
    }
    expect((await change(site.guest, 'new@example.org')).status).toBe(401);
    site.clock.forward(16 * 60_000);
    expect((await change(ana, 'new@example.org')).body.code).toBe('PROOF_NEEDED');
    await ana.call('accounts.prove', { body: { password } });
    expect((await change(ana, 'new@example.org')).status).toBe(200);
  });

  it('keeps nothing in the database that opens a link, and dies with the account', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    const ana = await site.person('anna_1');
    await change(ana, 'new@example.org');
    const code = codeIn(await mailed('new@example.org'));
    const { read } = site.context.db;
    const rows = [
      await read.selectFrom('mails').selectAll().execute(),
      await read.selectFrom('mail_links').selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(code);
    await settled(site);
    await admin.call('accounts.deleteUser', { params: { id: ana.id } });
    expect((await confirm(site, code)).status).toBe(403);
  });

  it('takes place at once where the site sends no mail, and then is not verified', async () => {
    await using site = await createHarness();
    const ana = await site.person('anna_1');
    await site.person('other_1');
    const { status, body } = await change(ana, 'new@example.org');
    expect(status).toBe(200);
    expect(body.data).toEqual({ email: 'new@example.org', verified: false, refused: null, pending: null });
    expect((await site.signIn('new@example.org')).id).toBe(ana.id);
    expect((await change(ana, 'other_1@example.org')).body.code).toBe('EMAIL_TAKEN');
    expect((await ana.call('identity.sendVerification')).body.code).toBe('WRONG_STATE');
    const lines = await site.context.db.read
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('action', '=', 'email')
      .execute();
    expect(lines).toEqual([{ action: 'email', details: '{}' }]);
  });
});
