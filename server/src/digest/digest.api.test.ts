import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness, type HarnessOptions, type Person } from '../../test/harness.ts';
import { publishPost } from '../../test/published-post.ts';
import { linkIn, TestSmtpServer } from '../../test/smtp-server.ts';
import { queueDigests } from './queue.ts';
import { nextWeek } from './week.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let parts: AsyncDisposableStack;
let smtp: TestSmtpServer;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  smtp = parts.use(await new TestSmtpServer().start());
});
afterEach(() => parts.disposeAsync());

const siteWithMail = async ({ config, ...options }: HarnessOptions = {}) =>
  parts.use(
    await createHarness({ ...options, config: { mail: smtp.settings(), logLevel: 'silent', ...config } }),
  );
const subject = /^(New on .* this week|Noutățile săptămânii pe .*)$/;
const digests = (address?: string) =>
  smtp.taken.filter(
    (mail) => subject.test(mail.subject ?? '') && (address === undefined || mail.recipient === address),
  );
/** Verified by the link of the registration. */
async function reader(site: Harness, username: string): Promise<Person> {
  const person = await site.person(username);
  await verify(site, person);
  await person.call('digest.choose', { body: { weekly: true } });
  return person;
}
async function verify(site: Harness, { user }: Person): Promise<void> {
  const email = user.email ?? '';
  await eventually(() => expect(smtp.to(email).length).toBeGreaterThan(0));
  const [mail] = smtp.to(email);
  if (!mail) throw new Error('no mail');
  await site.guest.call('identity.confirmEmail', { body: { code: linkIn(mail).hash.slice(1) } });
}
const timeZone = async (site: Harness) =>
  (await site.guest.call('site.show')).body.data.site.timeZone ?? 'UTC';
/** The next Monday at eight, and a minute. */
async function nextMonday(site: Harness): Promise<void> {
  const now = site.clock.now();
  site.clock.forward(nextWeek(now, await timeZone(site)) - now + minuteMs);
}
const run = (site: Harness) => queueDigests(site.context, new AbortController().signal);
/** Signs in again: a week later the session of an admin is over. */
const again = (site: Harness, { user }: Person) => site.signIn(user.username);
const settled = (site: Harness) =>
  eventually(async () => {
    site.context.mailWake.notify();
    const { read } = site.context.db;
    expect(await read.selectFrom('mails').select('id').where('state', '=', 'waiting').execute()).toEqual([]);
  });

describe('the weekly mail', () => {
  it('brings what was posted in the week to who wants it, once, however often it is looked', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    const lia = await reader(site, 'lia_1');
    await site.person('other_1');
    await lia.call('accounts.savePreferences', { body: { language: 'ro' } });
    expect((await lia.call('digest.show')).body.data).toEqual({
      weekly: true,
      next: expect.stringMatching(/Z$/),
    });
    await publishPost(admin, { title: 'At the <sea>', content: '<p>Waves &amp; wind, all day.</p>' });
    await publishPost(admin, { title: 'For admins', content: '<p>Secret.</p>', adminOnlyVisibility: true });
    await run(site);
    expect(digests()).toEqual([]);
    await nextMonday(site);
    await Promise.all([run(site), run(site), run(site)]);
    await eventually(() => expect(digests('lia_1@example.org')).toHaveLength(1));
    await run(site);
    await settled(site);
    expect(digests()).toHaveLength(1);
    const [mail] = digests();
    expect(mail?.subject).toBe('Noutățile săptămânii pe Duet');
    expect(mail?.text).toContain(
      'At the <sea> (admin)\nWaves & wind, all day.\nhttps://duet.example.org/post/',
    );
    expect(mail?.html).toContain('At the &lt;sea&gt;');
    expect(`${mail?.text}${mail?.html}`).not.toContain('Secret');
    expect(mail?.html).not.toContain('<img');
    // The week after, in which nothing came out.
    await nextMonday(site);
    expect(await run(site)).toBe(false);
    expect(digests()).toHaveLength(1);
  }, 60_000);

  it('comes to verified addresses of active people who wanted it before the week ended, and to no refused one', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    const [gone, ends] = [await reader(site, 'gone_1'), await reader(site, 'ends_1')];
    const unverified = await site.person('unver_1');
    await unverified.call('digest.choose', { body: { weekly: true } });
    await reader(site, 'bounce_1');
    await publishPost(admin, { title: 'News' });
    await admin.call('accounts.deleteUser', { params: { id: gone.id } });
    await ends.call('digest.choose', { body: { weekly: false } });
    await site.context.db.write((tx) =>
      tx
        .insertInto('refused_addresses')
        .values({ email: 'bounce_1@example.org', refused_at: 1, answer: '550' })
        .execute(),
    );
    const kept = await reader(site, 'kept_1');
    await nextMonday(site);
    const late = await site.person('late_1');
    await verify(site, late);
    await late.call('digest.choose', { body: { weekly: true } });
    await run(site);
    await settled(site);
    expect(digests().map(({ recipient }) => recipient)).toEqual([kept.user.email]);
  }, 60_000);

  it('tells nothing that was deleted, or hidden, before it is sent, and goes to nobody who ended it meanwhile', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    const [lia, dora] = [await reader(site, 'lia_1'), await reader(site, 'dora_1')];
    await settled(site);
    const { _id } = await publishPost(admin, { title: 'Gone by then' });
    await publishPost(admin, { title: 'Stays' });
    await nextMonday(site);
    await smtp.stop();
    await run(site);
    // Both were tried, and wait: what was begun before goes on as it was.
    await eventually(async () => {
      const { read } = site.context.db;
      const queued = read.selectFrom('mails').select(['lease_owner', 'answer']).where('kind', '=', 'digest');
      expect(
        (await queued.execute()).map(({ lease_owner, answer }) => [lease_owner, answer !== null]),
      ).toEqual([
        [null, true],
        [null, true],
      ]);
    });
    await dora.call('digest.choose', { body: { weekly: false } });
    await (await again(site, admin)).call('posts.delete', { params: { id: _id } });
    await smtp.start();
    await eventually(() => {
      site.clock.forward(6 * minuteMs);
      site.context.mailWake.notify();
      expect(digests()).toHaveLength(1);
    });
    await settled(site);
    expect(digests().map(({ recipient }) => recipient)).toEqual([lia.user.email]);
    expect(digests()[0]?.text).toContain('Stays');
    expect(digests()[0]?.text).not.toContain('Gone by then');
  });

  it('brings a post of an earlier week that was opened to everybody in this one, and not again after it was closed', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    await reader(site, 'lia_1');
    const show = async (id: string, adminOnlyVisibility: boolean) =>
      (await again(site, admin)).call('posts.update', { params: { id }, body: { adminOnlyVisibility } });
    const ours = await publishPost(admin, { title: 'Ours at first', adminOnlyVisibility: true });
    const told = await publishPost(admin, { title: 'Told at once' });
    const weeks: string[][] = [];
    for (const change of [
      async () => {},
      () => show(ours._id, false),
      async () => {
        for (const { _id } of [ours, told]) for (const adminOnly of [true, false]) await show(_id, adminOnly);
      },
    ]) {
      await change();
      await nextMonday(site);
      const before = digests().length;
      await run(site);
      await settled(site);
      weeks.push(
        digests()
          .slice(before)
          .map(({ text }) => (/.* at (?:first|once)/.exec(text ?? '') ?? [''])[0]),
      );
    }
    expect(weeks).toEqual([['Told at once'], ['Ours at first'], []]);
  }, 60_000);

  it('is made up for where the site was down for less than two days, and then let go', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    await reader(site, 'lia_1');
    await publishPost(admin, { title: 'News' });
    await nextMonday(site);
    site.clock.forward(49 * hourMs);
    expect(await run(site)).toBe(false);
    await publishPost(await again(site, admin), { title: 'More' });
    await nextMonday(site);
    site.clock.forward(40 * hourMs);
    expect(await run(site)).toBe(true);
    await eventually(() => expect(digests()).toHaveLength(1));
    expect(digests()[0]?.text).toContain('More');
    expect(digests()[0]?.text).not.toContain('News');
  });

  it('comes once where the time zone of the site is changed on the day', async () => {
    const site = await siteWithMail();
    const admin = await site.admin();
    await admin.call('site.change', { body: { timeZone: 'Asia/Tokyo' } });
    await reader(site, 'lia_1');
    await publishPost(admin, { title: 'News' });
    await nextMonday(site);
    await run(site);
    await (await again(site, admin)).call('site.change', { body: { timeZone: 'America/Los_Angeles' } });
    site.clock.forward(20 * hourMs);
    await run(site);
    await settled(site);
    expect(digests()).toHaveLength(1);
  });

  it.each([
    ['Asia/Tokyo', 'America/Los_Angeles', true],
    ['America/Los_Angeles', 'Asia/Tokyo', true],
    ['Asia/Tokyo', 'America/Los_Angeles', false],
  ])(
    'brings each post once where the time zone is changed from %s to %s, news before it: %s',
    async (...row) => {
      const [before, after, news] = row;
      const site = await siteWithMail();
      const admin = await site.admin();
      await admin.call('site.change', { body: { timeZone: before } });
      await reader(site, 'lia_1');
      site.clock.forward(nextWeek(site.clock.now(), before) - site.clock.now() - hourMs);
      const titles = news ? ['Just before', 'Just after', 'Later'] : ['Just after', 'Later'];
      const post = async (title: string) => publishPost(await again(site, admin), { title });
      if (news) await post('Just before');
      await nextMonday(site);
      await run(site);
      await settled(site);
      await post('Just after');
      await (await again(site, admin)).call('site.change', { body: { timeZone: after } });
      site.clock.forward(72 * hourMs);
      await post('Later');
      await nextMonday(site);
      await run(site);
      await settled(site);
      const told = titles.map((title) => digests().filter(({ text }) => text?.includes(title)).length);
      expect([told, digests()]).toEqual([
        titles.map(() => 1),
        expect.objectContaining({ length: news ? 2 : 1 }),
      ]);
    },
    60_000,
  );

  it('has no words or pictures of others where there is no mail server, and cannot be asked for', async () => {
    await using site = await createHarness();
    const lia = await site.person('lia_1');
    const asked = await lia.call('digest.choose', { body: { weekly: true } });
    expect(asked.body.code).toBe('WRONG_STATE');
    expect((await lia.call('digest.show')).body.data).toEqual({ weekly: false, next: null });
    expect((await lia.call('digest.choose', { body: { weekly: false } })).status).toBe(200);
    expect((await site.guest.call('digest.show')).status).toBe(401);
  });
});

describe('unsubscribing', () => {
  const sent = async (site: Harness) => {
    const admin = await site.admin();
    const lia = await reader(site, 'lia_1');
    await publishPost(admin, { title: 'News' });
    await nextMonday(site);
    await run(site);
    await eventually(() => expect(digests()).toHaveLength(1));
    const [mail] = digests();
    const header = (key: string) => mail?.headers.find((each) => each.key === key)?.value;
    const address = /^<(.+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
    return { lia, mail, header, url: new URL(address), admin };
  };

  it('is one POST without a cookie or a page (RFC 8058), and a GET ends nothing', async () => {
    const site = await siteWithMail({ web: { 'index.html': '<!doctype html><html><head></head></html>' } });
    const { lia, mail, header, url } = await sent(site);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(url.origin).toBe('https://duet.example.org');
    expect(mail?.text).toContain(url.href);
    const path = url.pathname + url.search;
    await fetch(new URL(path, site.url));
    await fetch(new URL(path, site.url), { method: 'HEAD' });
    const weekly = async () => (await lia.call('digest.show')).body.data.weekly;
    expect(await weekly()).toBe(true);
    const post = (to: string) =>
      fetch(new URL(to, site.url), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await post(path)).status).toBe(200);
    expect(await weekly()).toBe(false);
    expect((await post(path)).status).toBe(200);
    await lia.call('digest.choose', { body: { weekly: true } });
    expect((await fetch(new URL(path, site.url), { method: 'POST', body: form })).status).toBe(200);
    expect(await weekly()).toBe(false);
  });

  it('works on a private site, and not with a token that was changed, cut or made for somebody else', async () => {
    const site = await siteWithMail();
    const { lia, url, admin } = await sent(site);
    await (await again(site, admin)).call('site.change', { body: { reading: 'members' } });
    const token = url.searchParams.get('token') ?? '';
    const end = (wrong: string) => site.guest.call('digest.unsubscribe', { query: { token: wrong } });
    const other = token.replace(lia.id, admin.id);
    for (const wrong of ['', '.', lia.id, `${lia.id}.`, token.slice(0, -2), other, 'x'.repeat(600)]) {
      expect((await end(wrong)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await lia.call('digest.show')).body.data.weekly).toBe(true);
    expect((await end(token)).status).toBe(200);
    expect((await lia.call('digest.show')).body.data.weekly).toBe(false);
  });
});
