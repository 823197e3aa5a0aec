import { isAccent } from '@duet/contract/site/accent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';

const defaults = {
  name: 'Duet',
  line: '',
  accent: '#c2335a',
  coverUrl: null,
  iconUrl: null,
  language: null,
  timeZone: 'UTC',
  reading: 'everybody',
  joining: 'open',
} as const;

let harness: Harness;
let admin: Person;
let ana: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  ana = await harness.person('anna');
});
afterAll(() => harness[Symbol.asyncDispose]());

const change = (body: Record<string, unknown>, who = admin) => who.send('site.change', body);
const shown = async (who: Pick<Person, 'call'> = harness.guest) =>
  (await who.call('site.show')).body.data.site;

describe('the settings of a site', () => {
  it('begin as every site was before, for everybody to see', async () => {
    const { status, body, headers } = await harness.guest.call('site.show');
    expect([status, body.data.site]).toEqual([200, defaults]);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(await shown(admin)).toEqual(defaults);
    expect((await admin.call('site.settings')).body.data).toEqual({
      site: defaults,
      registration: null,
      adminsNeedSecondStep: false,
    });
  });

  it('are changed by admins alone', async () => {
    for (const [who, code] of [
      [harness.guest, 'SIGN_IN_REQUIRED'],
      [ana, 'ADMIN_REQUIRED'],
    ] as const) {
      expect((await who.send('site.change', { name: 'Mine' })).body.code).toBe(code);
      expect((await who.call('site.settings')).body.code).toBe(code);
    }
    expect(await shown()).toEqual(defaults);
  });

  it('change in part, at once, for everybody', async () => {
    const { status, body } = await change({ name: '  Ana și Dan ', line: 'Since 2019' });
    const expected = { ...defaults, name: 'Ana și Dan', line: 'Since 2019' };
    expect([status, body.data.site]).toEqual([200, expected]);
    expect(await shown()).toEqual(expected);
    const [one, other] = await Promise.all([
      change({ accent: '#1D6B8F', timeZone: 'Europe/Bucharest' }),
      change({ language: 'ro' }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const both = { ...expected, accent: '#1d6b8f', timeZone: 'Europe/Bucharest', language: 'ro' };
    expect(await shown(ana)).toEqual(both);
    expect((await change({})).body.data.site).toEqual(both);
    expect((await change({ language: null, line: '' })).body.data.site).toEqual({
      ...both,
      language: null,
      line: '',
    });
  });

  it.each([
    [{ name: '' }, 'name', 'This field is required'],
    [{ name: 'x'.repeat(41) }, 'name', 'The name of the site can have at most 40 characters.'],
    [{ name: 7 }, 'name', 'This value is not valid.'],
    [{ line: 'x'.repeat(161) }, 'line', 'This is too long.'],
    [{ line: 'one\ntwo' }, 'line', 'This value is not valid.'],
    [{ accent: 'red' }, 'accent', 'A colour is written as #rrggbb, for example #c2335a.'],
    [{ language: 'fr' }, 'language', 'Language must be en or ro'],
    [{ timeZone: 'Moon/Base' }, 'timeZone', 'There is no such time zone. Write it like Europe/Bucharest.'],
    [{ reading: 'nobody' }, 'reading', 'This value is not valid.'],
    [{ joining: 'maybe' }, 'joining', 'This value is not valid.'],
    [{ coverUrl: 'https://elsewhere.example/x.jpg' }, 'coverUrl', 'This value is not valid.'],
    [{ iconUrl: '/media/../secrets.json' }, 'iconUrl', 'This value is not valid.'],
  ])('refuse %j with a sentence at its field', async (wrong, field, text) => {
    const before = await shown();
    const { status, body } = await change({ ...wrong, ...(field === 'name' ? {} : { name: 'Not this' }) });
    expect([status, body.code, body.fields]).toEqual([400, 'INVALID', { [field]: text }]);
    expect(await shown()).toEqual(before);
  });

  it.each(['#ffff00', '#fbf7f4', '#000000', '#161114'])(
    'refuse the accent %s, with the nearest that reads in both themes',
    async (accent) => {
      const before = await shown();
      const { status, body } = await change({ accent });
      const { suggestion } = body.data as unknown as { suggestion: string };
      expect([status, body.code]).toEqual([400, 'INVALID']);
      expect(body.fields?.accent).toBe(body.error);
      expect(body.error).toBe(
        `Text in this colour cannot be read in both themes. The nearest that can is ${suggestion}.`,
      );
      expect(isAccent(suggestion)).toBe(true);
      expect(await shown()).toEqual(before);
      const taken = await change({ accent: suggestion });
      expect([taken.status, taken.body.data.site.accent]).toEqual([200, suggestion]);
      await change({ accent: before.accent });
    },
  );

  it('are told to open pages by the event `site`, once for each change', async () => {
    await using stream = await openEvents(ana);
    await stream.until(({ events }) => events.length > 0);
    const names = () => stream.dataOf('site').map(({ site }) => site.name);
    // What was changed before may be told late, by another server.
    await change({ name: 'Our hut' });
    await stream.until(() => names().includes('Our hut'));
    await change({ name: 'Our house' });
    await stream.until(() => names().at(-1) === 'Our house');
    await change({ name: 'Our house' });
    await change({ name: 'Our home' });
    await stream.until(() => names().at(-1) === 'Our home');
    expect(names().slice(names().lastIndexOf('Our hut'))).toEqual(['Our hut', 'Our house', 'Our home']);
    expect(stream.dataOf('site').at(-1)?.site).toEqual(await shown());
  });

  it('leave a line in the audit that says which, and who may read and join', async () => {
    await change({ joining: 'approval', name: 'Home' });
    const [line] = (await admin.call('audit.list', { query: { filter: 'acts' } })).body.data.lines;
    expect([line?.action, line?.details]).toEqual([
      'site',
      { changed: 'joining, name', joining: 'approval' },
    ]);
  });
});

describe('who may join', () => {
  it('is what admins choose, and closed means it', async () => {
    await using own = await createHarness();
    const boss = await own.admin();
    const register = (username: string) =>
      own.guest.call('accounts.register', {
        body: { username, email: `${username}@example.org`, password: 'Secret!123' },
      });
    expect((await boss.call('site.change', { body: { joining: 'closed' } })).status).toBe(200);
    expect((await register('latecomer')).body.code).toBe('REGISTRATION_CLOSED');
    await boss.call('site.change', { body: { joining: 'open' } });
    expect((await register('latecomer')).status).toBe(200);
  });

  it('is by invitation alone where only the invited read, and as before afterwards', async () => {
    await using own = await createHarness();
    const boss = await own.admin();
    const joining = async (body: Record<string, unknown>) =>
      (await boss.send('site.change', body)).body.data.site.joining;
    expect(await joining({ reading: 'invited' })).toBe('invitation');
    expect(await joining({ joining: 'closed' })).toBe('closed');
    expect(await joining({ joining: 'open' })).toBe('invitation');
    expect(await joining({ reading: 'everybody' })).toBe('open');
  });

  it.each(['open', 'closed'] as const)('is %s where DUET_REGISTRATION says so', async (registration) => {
    await using own = await createHarness({ config: { registration } });
    const boss = await own.admin();
    const { body } = await boss.call('site.settings');
    expect([body.data.registration, body.data.site.joining]).toEqual([registration, registration]);
    expect((await own.guest.call('site.show')).body.data.site.joining).toBe(registration);
    const refused = await boss.call('site.change', { body: { joining: 'approval' } });
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { joining: 'The server sets this itself (DUET_REGISTRATION).' },
    ]);
    const same = await boss.call('site.change', { body: { joining: registration, reading: 'invited' } });
    expect([same.status, same.body.data.site.joining]).toEqual([200, registration]);
  });
});

it('names the feeds and says what they are about, also where they were kept', async () => {
  await using own = await createHarness();
  const boss = await own.admin();
  const feed = async () => (await (await own.guest.fetch('/feed.json')).json()) as Record<string, unknown>;
  expect(await feed()).toMatchObject({ title: 'Duet' });
  await boss.call('site.change', { body: { name: 'Ana & Dan', line: 'Two of us' } });
  expect(await feed()).toMatchObject({ title: 'Ana & Dan', description: 'Two of us' });
});
