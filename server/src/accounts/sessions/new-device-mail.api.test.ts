import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { createHarness, password } from '../../../test/harness.ts';
import { linkIn, TestSmtpServer } from '../../../test/smtp-server.ts';
import { mailNewDevice } from './new-device-mail.ts';

let parts: AsyncDisposableStack;
let smtp: TestSmtpServer;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  smtp = parts.use(await new TestSmtpServer().start());
});
afterEach(() => parts.disposeAsync());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const android =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

describe('the notice of a sign-in from a new device', () => {
  it('says which device, when, and what to do where it was somebody else', async () => {
    const site = parts.use(await createHarness({ config: { mail: smtp.settings() } }));
    const { user } = await site.person('anna_1');
    const account = { id: user._id, email: 'own@example.org' };
    await site.context.db.write((tx) => mailNewDevice(site.context, tx, account, { userAgent: firefox }));
    await eventually(() => expect(smtp.to('own@example.org')).toHaveLength(1));
    const [mail] = smtp.to('own@example.org');
    if (!mail) throw new Error('no mail');
    expect(mail.subject).toBe('A sign-in from a new device on Duet');
    expect(mail.text).toContain('Hello anna_1,');
    expect(mail.text).toContain('not known before: Firefox · Linux.');
    expect(mail.text).toContain('If it was not you, sign that device out');
    expect(linkIn(mail).href).toBe('https://duet.example.org/profile');
  });

  it('is sent once for each new kind of device, never for the one that the account was made on', async () => {
    const site = parts.use(await createHarness({ config: { mail: smtp.settings() } }));
    const { user } = await site.person('anna_1');
    const address = 'anna_1@example.org';
    const notices = () => smtp.to(address).filter(({ subject }) => subject?.includes('new device'));
    const enter = async (userAgent: string) => {
      const guest = site.guest.with({ 'user-agent': userAgent });
      const body = { username: user.username, password };
      expect((await guest.call('accounts.login', { body })).status).toBe(200);
    };
    await enter(firefox);
    await enter(firefox.replaceAll('140', '141'));
    await enter(android);
    await eventually(() => expect(notices()).toHaveLength(2));
    expect(
      notices()
        .map(({ text }) => /before: (.*)\.$/m.exec(text ?? '')?.[1])
        .sort(),
    ).toEqual(['Chrome · Android', 'Firefox · Linux']);
  });

  it('is sent three times in 24 hours at most, however many devices somebody makes up', async () => {
    const site = parts.use(await createHarness({ config: { mail: smtp.settings() } }));
    const { user } = await site.person('anna_1');
    const queued = async () => {
      const all = site.context.db.read.selectFrom('mails').select('id').where('user_id', '=', user._id);
      return (await all.where('kind', '=', 'newDevice').execute()).length;
    };
    const enter = async (userAgent: string) => {
      const guest = site.guest.with({ 'user-agent': userAgent });
      const body = { username: user.username, password };
      expect((await guest.call('accounts.login', { body })).status).toBe(200);
    };
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await enter(`${name}/1.0 (Linux)`);
    expect(await queued()).toBe(3);
    site.clock.forward(25 * 3_600_000);
    await enter('seven/1.0 (Linux)');
    expect(await queued()).toBe(4);
  });

  it('makes nothing of a device that is not known, an account without an address, or a site without mail', async () => {
    const site = parts.use(await createHarness({ config: { mail: smtp.settings() } }));
    const without = parts.use(await createHarness());
    const { user } = await site.person('anna_1');
    const { user: other } = await without.person('anna_1');
    const account = { id: user._id, email: 'own@example.org' };
    await site.context.db.write(async (tx) => {
      await mailNewDevice(site.context, tx, { id: user._id, email: null }, { userAgent: firefox });
      await mailNewDevice(site.context, tx, account, { userAgent: '' });
    });
    await without.context.db.write((tx) =>
      mailNewDevice(without.context, tx, { id: other._id, email: 'a@example.org' }, { userAgent: firefox }),
    );
    await eventually(() => expect(smtp.to('own@example.org')).toHaveLength(1));
    expect(smtp.to('own@example.org')[0]?.text).toContain('not known before.');
    expect(await without.context.db.read.selectFrom('mails').select('id').execute()).toEqual([]);
  });
});
