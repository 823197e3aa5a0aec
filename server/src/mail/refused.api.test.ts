import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { TestSmtpServer } from '../../test/smtp-server.ts';
import { createLog } from '../platform/log.ts';
import { queueMail, refusedAddresses } from './mail.ts';

let parts: AsyncDisposableStack;
let smtp: TestSmtpServer;
let site: Harness;
let logged: string[];
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  smtp = parts.use(await new TestSmtpServer().start());
  logged = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  site = parts.use(await createHarness({ config: { mail: smtp.settings() }, overrides: { log } }));
});
afterEach(() => parts.disposeAsync());

const facts = { at: '2026-11-23T10:00:00.000Z' };
const queue = (email: string, bulk = false) =>
  site.context.db.write((tx) =>
    queueMail(site.context, tx, { kind: 'passwordChanged', to: { email, userId: null }, facts, bulk }),
  );
const refused = async (email: string) => (await refusedAddresses(site.context.db.read, [email])).get(email);
const stateOf = async (email: string) =>
  (
    await site.context.db.read
      .selectFrom('mails')
      .select('state')
      .where('email', '=', email)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.state;

describe('an address that its mail server refuses', () => {
  it('is shown to admins beside its person, and to the person, until it takes a mail again', async () => {
    const admin = await site.admin();
    const ana = await site.person('anna_1');
    const email = 'anna_1@example.org';
    await eventually(() => expect(smtp.to(email)).toHaveLength(1));
    smtp.faults.recipient = () => ({ code: 550, says: '5.1.1 No such person here' });
    await queue('ANNA_1@example.org');
    await eventually(async () => expect(await refused(email)).toBeDefined());
    const shown = async () =>
      (await admin.call('accounts.users')).body.data.users.find(({ _id }) => _id === ana.id)?.mailRefused;
    expect(await shown()).toEqual({
      at: expect.stringMatching(/Z$/),
      answer: expect.stringContaining('No such person here'),
    });
    expect((await ana.call('identity.email')).body.data.refused).toMatch(/Z$/);
    const { numbers } = (await admin.call('dashboard.stats')).body.data;
    expect(numbers.mail?.failures[0]).toMatchObject({ reason: 'refused', email: 'ANNA_1@example.org' });
    smtp.faults.recipient = () => null;
    await queue(email);
    await eventually(async () => expect(await shown()).toBeUndefined());
  });

  it('gets no more mail that nobody waits for, and other mail all the same', async () => {
    smtp.faults.recipient = () => ({ code: 550, says: '5.1.1 No such person here' });
    await queue('gone@example.org');
    await eventually(async () => expect(await stateOf('gone@example.org')).toBe('failed'));
    smtp.faults.recipient = () => null;
    await eventually(async () => expect(await refused('gone@example.org')).toBeDefined());
    await queue('Gone@example.org', true);
    expect(await stateOf('Gone@example.org')).toBeUndefined();
    await queue('gone@example.org');
    await eventually(() => expect(smtp.to('gone@example.org')).toHaveLength(1));
    await eventually(async () => expect(await refused('gone@example.org')).toBeUndefined());
    await queue('Gone@example.org', true);
    await eventually(() => expect(smtp.to('Gone@example.org')).toHaveLength(1));
  });

  it.each([
    ['the sender', 'recipient', { code: 550, says: '5.7.1 Relaying denied' }],
    ['the mail', 'data', { code: 554, says: '5.6.0 Bad content' }],
  ] as const)('is not one where %s is refused', async (_, stage, fault) => {
    smtp.faults[stage] = () => fault;
    await queue('a@example.org');
    await eventually(async () => expect(await stateOf('a@example.org')).toBe('failed'));
    expect(await refused('a@example.org')).toBeUndefined();
  });

  it('stands in the log without what the mail server said of the address', async () => {
    smtp.faults.recipient = (recipient) => ({ code: 550, says: `5.1.1 <${recipient}>: no such person` });
    await queue('gone@example.org');
    await eventually(async () => expect(await stateOf('gone@example.org')).toBe('failed'));
    const lines = logged.join('');
    expect(lines).toMatch(/5\.1\.1 <\*\*\*>: no such person.*a mail was given up/);
    expect(lines).not.toContain('gone@');
  });
});
