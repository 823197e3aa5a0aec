import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { picture, richText, upload } from '../../test/posts.ts';
import { aboutTags } from './link-preview.ts';

let harness: Harness;
let ana: Person;
let dan: Person;
let guest: Harness['guest'];
beforeAll(async () => {
  harness = await createHarness();
  guest = harness.guest;
  ana = await harness.admin('ana_1');
  dan = await harness.admin('dan_1');
});
afterAll(() => harness[Symbol.asyncDispose]());

const shown = async (who: Pick<Person, 'call'> = guest) => {
  const { status, body, headers } = await who.call('about.show');
  expect(status).toBe(200);
  return { ...body.data.about, tag: headers.get('etag') ?? '' };
};
const change = (body: Record<string, unknown>, who: Person = ana) => who.send('about.change', body);

describe('what the couple tells of itself', () => {
  it('begins with who they are, and nothing else', async () => {
    expect(await shown()).toEqual({
      people: [
        { _id: ana.id, username: 'ana_1', displayName: '', profilePictureUrl: null },
        { _id: dan.id, username: 'dan_1', displayName: '', profilePictureUrl: null },
      ],
      story: '',
      since: null,
      tag: expect.stringMatching(/^"edit-/),
    });
  });

  it('is written by admins alone, and read by everybody', async () => {
    const member = await harness.person('anna');
    for (const [who, code] of [
      [guest, 'SIGN_IN_REQUIRED'],
      [member, 'ADMIN_REQUIRED'],
    ] as const) {
      expect((await who.send('about.change', { story: '<p>Mine</p>' })).body.code).toBe(code);
    }
    const { status, body } = await change({ story: '<p>We met on a <b>train</b>.</p>', since: '2019-02-14' });
    const told = { story: '<p>We met on a <b>train</b>.</p>', since: '2019-02-14' };
    expect([status, body.data.about]).toMatchObject([200, told]);
    for (const reader of [guest, member, dan]) expect(await shown(reader)).toMatchObject(told);
  });

  it('changes in part', async () => {
    await change({ story: '<p>First</p>', since: '2019-02-14' });
    await change({ since: '2018-01-01' });
    expect(await shown()).toMatchObject({ story: '<p>First</p>', since: '2018-01-01' });
    await change({ story: '<p>Second</p>' });
    expect(await shown()).toMatchObject({ story: '<p>Second</p>', since: '2018-01-01' });
    await change({ since: null, story: '' });
    expect(await shown()).toMatchObject({ story: '', since: null });
  });

  it.each([
    [{ since: 'yesterday' }, 'since', 'A day is written as yyyy-mm-dd, for example 2019-02-14.'],
    [{ since: '2023-02-29' }, 'since', 'A day is written as yyyy-mm-dd, for example 2019-02-14.'],
    [{ since: 7 }, 'since', 'This value is not valid.'],
    [{ story: null }, 'story', 'This value is not valid.'],
    [
      { story: `${'<p>'.repeat(6000)}x` },
      'story',
      'This text has too many parts. Please simplify its formatting.',
    ],
  ])('refuses %j', async (body, field, text) => {
    const before = await shown();
    const answer = await change(body as Record<string, unknown>);
    expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
      400,
      'INVALID',
      { [field]: text },
    ]);
    expect(await shown()).toEqual(before);
  });

  it('refuses a day that has come nowhere on earth yet', async () => {
    const day = (ahead: number) =>
      new Date(harness.context.clock.now() + ahead * 24 * 3600_000).toISOString().slice(0, 10);
    const refused = await change({ since: day(2) });
    expect([refused.status, refused.body.fields]).toEqual([400, { since: 'This day has not come yet.' }]);
    expect((await change({ since: day(0) })).status).toBe(200);
  });

  it('refuses a story that is too long, before and after it is clean', async () => {
    for (const story of [`<p>${'x'.repeat(257 * 1024)}</p>`, `<p>${'x'.repeat(101 * 1024)}</p>`]) {
      const answer = await change({ story });
      expect([answer.status, answer.body.code]).toEqual([413, 'TOO_LARGE']);
      expect(answer.body.fields).toEqual({
        story: 'This text is too long. Please shorten it or make two of it.',
      });
    }
  });

  it('names its admins of now, by the names and photos that they have now', async () => {
    await using own = await createHarness();
    const boss = await own.admin('first_1');
    const other = await own.admin('second_1');
    const third = await own.admin('third_1');
    await own.person('nobody_1');
    await other.send('accounts.changeUser', { displayName: 'Bunica Lia' }, { id: other.id });
    const imageData = (await picture({ width: 300, height: 300 })).toString('base64');
    const { url } = (await other.call('media.profilePicture', { body: { imageData } })).body.data;
    await boss.call('accounts.deleteUser', { params: { id: third.id } });
    const { body } = await own.guest.call('about.show');
    expect(body.data.about.people).toEqual([
      { _id: boss.id, username: 'first_1', displayName: '', profilePictureUrl: null },
      { _id: other.id, username: 'second_1', displayName: 'Bunica Lia', profilePictureUrl: url },
    ]);
    await boss.call('accounts.changeUser', { params: { id: other.id }, body: { role: 'user' } });
    const after = await own.guest.call('about.show');
    expect(after.body.data.about.people.map(({ username }) => username)).toEqual(['first_1']);
  });
});

describe('a story', () => {
  it('is cleaned as a post is', async () => {
    const dirty =
      '<p onclick="x()">One <b>bold</b> <a href="javascript:x()">word</a></p><script>x()</script><iframe src="https://a.example"></iframe><h2 style="color:red">Two</h2>';
    const post = await richText(ana, dirty);
    await change({ story: dirty });
    const { story } = await shown();
    expect(story).toBe(post.content);
    expect(story).not.toMatch(/script|iframe|onclick|style|javascript/);
  });

  it('has no pictures, and holds on to none', async () => {
    const { url } = await upload(ana);
    await change({ story: `<p>Us</p><img src="${url}" alt="us"><img src="https://a.example/x.png">` });
    expect((await shown()).story).toBe('<p>Us</p>');
  });

  it.each(['<p></p>', '<p> &nbsp;</p><p><br></p>', '<p>​</p>', '   '])('of %j is none', async (story) => {
    await change({ story });
    expect((await shown()).story).toBe('');
  });

  it('that looks like the JSON of blocks is words', async () => {
    const json = '{"blocks":[{"type":"paragraph","data":{"text":"<b>x</b>"}}]}';
    await change({ story: json });
    expect((await shown()).story).toContain('&#123;');
  });
});

describe('two who write at once', () => {
  const save = (who: Person, tag: string, body: Record<string, unknown>) =>
    who.with({ 'if-match': tag }).send('about.change', body);

  it('do not overwrite each other unseen', async () => {
    await change({ story: '<p>Old</p>', since: '2019-02-14' });
    const { tag } = await shown(ana);
    expect((await shown(dan)).tag).toBe(tag);
    const saved = await save(ana, tag, { story: '<p>Of Ana</p>' });
    expect(saved.status).toBe(200);
    expect(saved.headers.get('etag')).not.toBe(tag);
    const refused = await save(dan, tag, { story: '<p>Of Dan</p>' });
    expect([refused.status, refused.body.code]).toEqual([412, 'CHANGED_MEANWHILE']);
    expect(refused.body.data.about).toMatchObject({ story: '<p>Of Ana</p>', since: '2019-02-14' });
    expect(refused.headers.get('etag')).toBe(saved.headers.get('etag'));
    expect((await shown()).story).toBe('<p>Of Ana</p>');
    const again = await save(dan, refused.headers.get('etag') ?? '', { story: '<p>Of both</p>' });
    expect([again.status, again.body.data.about.story]).toEqual([200, '<p>Of both</p>']);
  });

  it('keep one of two saves of the same version', async () => {
    const { tag } = await shown();
    const saves = await Promise.all([
      save(ana, tag, { story: '<p>A</p>' }),
      save(dan, tag, { story: '<p>D</p>' }),
    ]);
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('may send the same again, whose answer was lost', async () => {
    const { tag } = await shown();
    expect((await save(ana, tag, { story: '<p>Sent twice</p>' })).status).toBe(200);
    expect((await save(ana, tag, { story: '<p>Sent twice</p>' })).status).toBe(200);
  });
});

it('is told to open pages once for each change, and written down without its words', async () => {
  const reader = await harness.person('listener');
  await using stream = await openEvents(reader);
  await stream.until(({ events }) => events.length > 0);
  await change({ story: '<p>Told</p>', since: '2017-05-05' });
  await stream.until((each) => each.dataOf('site').length > 0);
  await change({ story: '<p>Told</p>', since: '2017-05-05' });
  await change({ story: '<p>Told again</p>' });
  await stream.until((each) => each.dataOf('site').length > 1);
  const [line, former] = (await ana.call('audit.list', { query: { filter: 'acts' } })).body.data.lines;
  expect([former?.action, former?.details]).toEqual(['site', { changed: 'since, story' }]);
  expect([line?.action, line?.details]).toEqual(['site', { changed: 'story' }]);
});

it('says on shared links what it is about, also where that was kept', async () => {
  const head = () =>
    aboutTags(harness.context, { path: '/about', origin: 'https://duet.example.org', language: 'en' });
  await change({ story: '' });
  expect(await head()).toContain('content="Pictures, stories and videos of two people');
  await change({ story: `<p>We met on a "train".</p><p>${'And so on. '.repeat(60)}</p>` });
  expect(await head()).toContain(
    '<meta name="description" content="We met on a &quot;train&quot;. And so on',
  );
  expect((await head()).length).toBeLessThan(1200);
});
