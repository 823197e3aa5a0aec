import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { createHarness, type Harness, type HarnessOptions, password } from '../../../test/harness.ts';
import { linkIn, TestSmtpServer } from '../../../test/smtp-server.ts';

const fresh = 'Fresh!456';
const hourMs = 3_600_000;

let parts: AsyncDisposableStack;
let smtp: TestSmtpServer;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  smtp = parts.use(await new TestSmtpServer().start());
});
afterEach(() => parts.disposeAsync());

const siteWithMail = async ({ config, ...options }: HarnessOptions = {}) =>
  parts.use(await createHarness({ ...options, config: { mail: smtp.settings(), ...config } }));

const ask = (site: Harness, email: string) => site.guest.call('accounts.forgotten', { body: { email } });
/** Without those that a registration sends. */
const taken = () => smtp.taken.filter(({ text }) => !text?.includes('/confirm-email#'));
const to = (address: string) => taken().filter(({ recipient }) => recipient === address);
const arrived = (address: string, count = 1) => eventually(() => expect(to(address)).toHaveLength(count));
const mailed = async (address: string, count = 1) => {
  await arrived(address, count);
  const mail = to(address)[count - 1];
  if (!mail) throw new Error('no mail');
  return mail;
};
const codeIn = (mail: Parameters<typeof linkIn>[0]) => linkIn(mail).hash.slice(1);
const use = (site: Harness, code: string, word = fresh) =>
  site.guest.call('accounts.usePasswordLink', { body: { code, password: word } });
/** Until every request was answered and nothing waits to be sent. */
const settled = (site: Harness) =>
  eventually(async () => {
    const { read } = site.context.db;
    const requests = await read.selectFrom('password_requests').select('id').execute();
    const waiting = await read.selectFrom('mails').select('id').where('state', '=', 'waiting').execute();
    expect([requests, waiting]).toEqual([[], []]);
  });

describe('a forgotten password', () => {
  it('gets a link by mail, in the language of the person, that sets a new one once', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    await ana.call('accounts.savePreferences', { body: { language: 'ro' } });
    await ana.call('accounts.changeUser', { params: { id: ana.id }, body: { displayName: 'Ana <Maria>' } });
    const { status, body } = await ask(site, ' ANNA_1@example.org ');
    expect([status, body.data]).toEqual([200, {}]);
    const mail = await mailed('anna_1@example.org');
    expect(mail).toMatchObject({
      subject: 'O parolă nouă pentru Duet',
      from: { name: 'Duet', address: 'duet@site.example' },
    });
    expect(mail.text).toContain('Bună, Ana <Maria>,');
    expect(mail.html).toContain('Bună, Ana &lt;Maria&gt;,');
    expect(mail.html).not.toContain('<Maria>');
    const link = linkIn(mail);
    expect([link.origin, link.pathname]).toEqual(['https://duet.example.org', '/new-password']);
    expect(mail.html).toContain(link.href);
    const used = await use(site, codeIn(mail));
    expect([used.status, used.body.data.user?._id]).toEqual([200, ana.id]);
    expect((await ana.call('accounts.currentUser')).status).toBe(401);
    expect((await use(site, codeIn(mail))).body.code).toBe('PASSWORD_LINK_INVALID');
    // And they are told that it was changed.
    expect((await mailed('anna_1@example.org', 2)).subject).toBe('Parola ta pentru Duet a fost schimbată');
  });

  it('is answered alike, and nothing is mailed, where nobody has the address, or may sign in with it', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    const gone = await site.person('gone_1');
    await admin.call('accounts.deleteUser', { params: { id: gone.id } });
    await admin.call('site.change', { body: { joining: 'approval' } });
    await site.guest.call('accounts.register', {
      body: { username: 'waits_1', email: 'waits_1@example.org', password },
    });
    await site.person('anna_1').catch(() => {});
    const typed = [
      'nobody@example.org',
      'gone_1@example.org',
      'waits_1@example.org',
      'admin',
      '@',
      'x\r\ny@z',
    ];
    const answers = [];
    for (const email of [...typed, 'admin@example.org']) answers.push(await ask(site, email));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set([JSON.stringify([200, { success: true, data: {} }])]),
    );
    await arrived('admin@example.org');
    await settled(site);
    expect(taken().map(({ recipient }) => recipient)).toEqual(['admin@example.org']);
  });

  it('does the same work before the answer, whoever has the address', async () => {
    const site = await siteWithMail();
    await site.person('anna_1');
    /** The least of some calls: the workers of the site look now and then, and what they read is not of a call. */
    const statementsOf = async (email: string) => {
      const counts: number[] = [];
      for (let call = 0; call < 5; call += 1) {
        const before = site.statements();
        await ask(site, email);
        counts.push(site.statements() - before);
      }
      return Math.min(...counts);
    };
    // They are not woken for the calls that are counted.
    vi.spyOn(site.context.passwordRequestWake, 'notify').mockImplementation(() => {});
    await ask(site, 'warm@example.org');
    expect(await statementsOf('anna_1@example.org')).toBe(await statementsOf('other@example.org'));
  });

  it('dies after an hour, with another password, and with the account; a second link leaves the first good', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    const ana = await site.person('anna_1');
    const link = async (count: number) => {
      await ask(site, 'anna_1@example.org');
      return codeIn(await mailed('anna_1@example.org', count));
    };
    const [first, second] = [await link(1), await link(2)];
    expect(second).not.toBe(first);
    expect((await use(site, first)).status).toBe(200);
    expect((await use(site, second)).status).toBe(403);
    await arrived('anna_1@example.org', 3);
    const late = await link(4);
    site.clock.forward(hourMs);
    expect((await use(site, late)).status).toBe(403);
    const other = await link(5);
    const again = (await site.guest.call('accounts.login', { body: { username: 'anna_1', password: fresh } }))
      .body.data.token;
    await site.guest
      .with({ authorization: `Bearer ${again}` })
      .call('accounts.changeUser', { params: { id: ana.id }, body: { password: 'Other!456' } });
    expect((await use(site, other)).status).toBe(403);
    await arrived('anna_1@example.org', 6);
    const last = await link(7);
    expect((await admin.call('accounts.deleteUser', { params: { id: ana.id } })).status).toBeLessThan(404);
    const boss = await site.signIn('admin');
    await boss.call('accounts.deleteUser', { params: { id: ana.id } });
    expect((await use(site, last)).status).toBe(403);
  });

  it('is asked for as often as one likes, and mailed within limits, by address and by who asks', async () => {
    const site = await siteWithMail({ config: { rateLimit: 1 } });
    await site.admin();
    const ana = (email: string) => ask(site, email);
    for (let n = 0; n < 5; n += 1) expect((await ana('admin@example.org')).status).toBe(200);
    await arrived('admin@example.org', 3);
    await settled(site);
    for (let n = 0; n < 8; n += 1) expect((await ana(`other_${n}@example.org`)).status).toBe(200);
    await settled(site);
    expect(to('admin@example.org')).toHaveLength(3);
    const rows = await site.context.db.read
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'password.forgotten')
      .execute();
    expect(rows).toHaveLength(3);
  });

  it('gives no more than a password: a second step is asked for all the same', async () => {
    const site = await siteWithMail();
    const ana = await site.person('anna_1');
    await site.context.db.write((tx) =>
      tx.updateTable('users').set({ second_step_since: 1 }).where('id', '=', ana.id).execute(),
    );
    await ask(site, 'anna_1@example.org');
    const { status, body } = await use(site, codeIn(await mailed('anna_1@example.org')));
    expect([status, body.data.next, body.data.user]).toEqual([200, 'totp', undefined]);
    const signedIn = site.guest.with({ authorization: `Bearer ${body.data.token}` });
    expect((await signedIn.call('accounts.currentUser')).status).toBe(401);
  });

  it('leaves a link of an admin good, and nothing in the database that opens anything', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    const ana = await site.person('anna_1');
    const { code } = (await admin.call('accounts.makePasswordLink', { params: { id: ana.id } })).body.data;
    await ask(site, 'anna_1@example.org');
    const mailedCode = codeIn(await mailed('anna_1@example.org'));
    const { read } = site.context.db;
    const rows = [
      await read.selectFrom('mails').selectAll().execute(),
      await read.selectFrom('mail_links').selectAll().execute(),
    ];
    expect(rows.flat().length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(mailedCode);
    expect((await use(site, code)).status).toBe(200);
    expect((await use(site, mailedCode)).status).toBe(403);
  });

  it('is answered with 200 and nothing else without a mail server', async () => {
    await using site = await createHarness();
    await site.person('anna_1');
    expect((await ask(site, 'anna_1@example.org')).status).toBe(200);
    await delay(50);
    const { read } = site.context.db;
    expect(await read.selectFrom('password_requests').select('id').execute()).toEqual([]);
    expect((await site.guest.call('site.show')).body.data).not.toHaveProperty('mail');
    expect((await ask(await siteWithMail(), 'anna_1@example.org')).status).toBe(200);
  });

  it('is offered where there is a mail server, to guests of a private site as well', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    expect((await site.guest.call('site.show')).body.data.mail).toBe(true);
    await admin.call('site.change', { body: { reading: 'members' } });
    expect((await site.guest.call('site.show')).body.data.mail).toBe(true);
    expect((await ask(site, 'admin@example.org')).status).toBe(200);
    await arrived('admin@example.org');
  });
});

describe('mail about an account', () => {
  it('says that it was approved or declined, to the address that asked', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    await admin.call('site.change', { body: { joining: 'approval', name: 'Ana & Radu' } });
    const join = async (username: string, language: 'en' | 'ro') =>
      (
        await site.guest.call('accounts.register', {
          body: { username, email: `${username}@example.org`, password, language },
        })
      ).body.data.user._id;
    const [yes, no] = [await join('yes_1', 'en'), await join('no_11', 'ro')];
    await admin.call('accounts.approveUser', { params: { id: yes } });
    await admin.call('accounts.approveUser', { params: { id: yes } });
    await admin.call('accounts.declineUser', { params: { id: no } });
    expect((await mailed('yes_1@example.org')).subject).toBe('You are in: Ana & Radu');
    const declined = await mailed('no_11@example.org');
    expect([declined.subject, declined.from?.name]).toEqual(['Contul tău pe Ana & Radu', 'Ana & Radu']);
    await settled(site);
    expect(taken()).toHaveLength(2);
  });
});
