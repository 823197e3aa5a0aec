import { hourMs } from '@duet/contract/limits';
import { mailLimits } from '@duet/contract/mail/limits';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { TestSmtpServer } from '../../test/smtp-server.ts';
import { serverJobs } from '../jobs.ts';
import type { MailRow } from '../platform/db/schema/mail.ts';
import { insertMail, takeDue } from './store.ts';

let parts: AsyncDisposableStack;
let smtp: TestSmtpServer;
let site: Harness;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  smtp = parts.use(await new TestSmtpServer().start());
  site = parts.use(await createHarness({ config: { mail: smtp.settings() } }));
});
afterEach(() => parts.disposeAsync());

const email = 'a@example.org';

/** As another server leaves it: nobody is woken. */
const put = async (count: number, change: Partial<MailRow> = {}) => {
  const { clock, db, ids } = site.context;
  const now = clock.now();
  const row: Omit<MailRow, 'id'> = {
    ...{ kind: 'passwordChanged', facts: '{"at":"2026-11-23T10:00:00.000Z"}', email },
    ...{ user_id: null, language: null, once_key: null, bulk: 0, attempts: 0 },
    ...{ state: 'waiting', created_at: now, due_at: now, expires_at: now + mailLimits.lifeMs },
    ...{ lease_owner: null, lease_until: null, ended_at: null, reason: null, answer: null },
  };
  const first = { ...row, ...change, id: ids.next() };
  const others = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  // The others by one statement: of one for each, a busy machine makes more than a transaction has time for.
  await db.write(async (tx) => {
    await insertMail(tx, first);
    await sql`
      insert into mails (id, ${others})
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select id || '-' || n, ${others} from mails cross join numbers where id = ${first.id} and n > 1`.execute(
      tx,
    );
  });
};

/**
 * Whether the worker looks and then rests until the next poll, rather than going on until it is stopped. It is stopped by how often
 * it asks for the time, which it does whenever it looks.
 */
const rests = async (): Promise<boolean> => {
  const stop = new AbortController();
  const { clock } = site.context;
  let asked = 0;
  const counting = {
    now() {
      asked += 1;
      if (asked > 100) stop.abort();
      return clock.now();
    },
  };
  await serverJobs({ ...site.context, clock: counting })
    .find(({ name }) => name === 'mails')
    ?.run(stop.signal);
  expect(asked).toBeGreaterThan(0);
  return !stop.signal.aborted;
};

const sent = (change: Partial<MailRow> = {}): Partial<MailRow> => ({
  ...{ state: 'sent', ended_at: site.clock.now(), ...change },
});

it('a mail that another server is sending is not asked for over and over', async () => {
  await put(1, { lease_owner: 'another', lease_until: site.clock.now() + mailLimits.leaseMs });
  expect(await rests()).toBe(true);
  expect(smtp.begun).toBe(0);
});

it('a mail beyond those of an hour to one address is not asked for over and over', async () => {
  await put(mailLimits.perAddressHour, sent());
  await put(1);
  expect(await rests()).toBe(true);
  expect(smtp.begun).toBe(0);
  site.clock.forward(hourMs);
  site.context.mailWake.notify();
  await eventually(() => expect(smtp.taken).toHaveLength(1));
});

it('a mail beyond those of an hour to all is not asked for over and over', async () => {
  await put(mailLimits.perHour, sent({ email: 'b@example.org' }));
  await put(1);
  expect(await rests()).toBe(true);
  expect(smtp.begun).toBe(0);
});

it('what was sent by a clock that was ahead holds up no mail until that day', async () => {
  const ended_at = site.clock.now() + 400 * 24 * hourMs;
  await put(mailLimits.perAddressHour, sent({ ended_at }));
  await put(mailLimits.perHour, sent({ email: 'b@example.org', ended_at }));
  await put(1);
  site.context.mailWake.notify();
  await eventually(() => expect(smtp.taken).toHaveLength(1));
});

describe('a link that somebody asks for', () => {
  const take = () => {
    const taking = { owner: 'a test', now: site.clock.now() };
    return site.context.db.write((tx) => takeDue(tx, taking, []));
  };

  it('is sent before notices that have waited for longer, and those before what nobody waits for', async () => {
    await put(1, { kind: 'digest', facts: '{"from":0,"until":1}', bulk: 1 });
    await put(1);
    await put(1, { kind: 'forgotten', facts: '{}', due_at: site.clock.now() });
    const kinds = [];
    for (let n = 0; n < 3; n += 1) kinds.push((await take())?.kind);
    expect(kinds).toEqual(['forgotten', 'passwordChanged', 'digest']);
  });

  it.each(['forgotten', 'verifyEmail', 'changeEmail'])(
    'finds room in an hour in which notices have used up theirs: %s',
    async (kind) => {
      await put(mailLimits.noticesPerHour, sent({ email: 'b@example.org' }));
      await put(1);
      await put(1, { kind: 'digest', facts: '{"from":0,"until":1}', bulk: 1 });
      expect(await take()).toBe(null);
      await put(1, { kind, facts: '{}' });
      expect((await take())?.kind).toBe(kind);
    },
  );

  it('notices find room in an hour in which what nobody waits for has used up its own', async () => {
    await put(mailLimits.bulkPerHour, sent({ email: 'b@example.org' }));
    await put(1, { kind: 'digest', facts: '{"from":0,"until":1}', bulk: 1 });
    expect(await take()).toBe(null);
    await put(1);
    expect((await take())?.kind).toBe('passwordChanged');
  });
});
