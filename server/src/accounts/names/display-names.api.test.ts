import type { Post } from '@duet/contract/posts/shapes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { createHarness, type Harness, type Person } from '../../../test/harness.ts';
import { publishPost } from '../../../test/published-post.ts';
import { headTags } from '../../posts/link-preview.ts';

let harness: Harness;
let admin: Person;
let lia: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  lia = await harness.person('bunica_lia');
});
afterAll(() => harness[Symbol.asyncDispose]());

const rename = (by: Client, id: string, displayName: unknown) =>
  by.send('accounts.changeUser', { displayName }, { id });

describe('a display name', () => {
  it('is empty at first, set by the person themselves, and taken away again', async () => {
    expect(lia.user.displayName).toBe('');
    const named = await rename(lia, lia.id, '  Bunica Lia ');
    expect([named.status, named.body.data.user.displayName]).toEqual([200, 'Bunica Lia']);
    expect((await lia.call('accounts.currentUser')).body.data.user.displayName).toBe('Bunica Lia');
    for (const none of ['', '   ', null]) {
      await rename(lia, lia.id, 'Lia');
      expect((await rename(lia, lia.id, none)).body.data.user).toMatchObject({
        username: 'bunica_lia',
        displayName: '',
      });
    }
    expect((await lia.call('accounts.currentUser')).status).toBe(200);
  });

  it('is set by an admin for somebody else and for themselves, and by nobody else', async () => {
    expect((await rename(admin, lia.id, 'Grandma')).body.data.user.displayName).toBe('Grandma');
    expect((await rename(admin, admin.id, 'Matei')).body.data.user.displayName).toBe('Matei');
    const dan = await harness.person('dan_1');
    const refused = await rename(dan, lia.id, 'Mine');
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await rename(harness.guest, lia.id, 'Mine')).status).toBe(401);
    expect((await rename(admin, 'nobody', 'X')).status).toBe(404);
  });

  it.each(['a\u202eb', 'a\nb', 'a\u0000b', 'x'.repeat(41), '\u200b', 7, {}])('refuses %j', async (name) => {
    await rename(lia, lia.id, 'Kept');
    const { status, body } = await rename(lia, lia.id, name);
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'INVALID', ['displayName']]);
    expect((await lia.call('accounts.currentUser')).body.data.user.displayName).toBe('Kept');
  });

  it('takes 40 characters of any script, counted as people see them, in one composed form', async () => {
    for (const name of ['👨‍👩‍👧‍👦'.repeat(40), 'ș'.repeat(40), 'محمد الأمين', 'ن'.repeat(40)])
      expect((await rename(lia, lia.id, name)).body.data.user.displayName).toBe(name);
    const composed = await rename(lia, lia.id, 'Ștefan'.normalize('NFD'));
    expect(composed.body.data.user.displayName).toBe('Ștefan'.normalize('NFC'));
  });

  it('ends no session, changes the entity tag, and is not overwritten unseen', async () => {
    const ana = await harness.person('ana_1');
    const phone = await harness.signIn('ana_1');
    const tag = (await ana.call('accounts.currentUser')).headers.get('etag') ?? '';
    await rename(admin, ana.id, 'Ana');
    expect((await phone.call('accounts.currentUser')).status).toBe(200);
    const late = await rename(ana.with({ 'if-match': tag }), ana.id, 'Anișoara');
    expect([late.status, late.body.code]).toEqual([412, 'CHANGED_MEANWHILE']);
    expect(late.body.data.user.displayName).toBe('Ana');
    const again = await rename(ana.with({ 'if-match': tag }), ana.id, 'Ana');
    expect(again.status).toBe(200);
  });

  it('finds a person, without regard to case and accents, beside the username', async () => {
    const find = async (search: string) =>
      (await admin.call('accounts.users', { query: { search } })).body.data.users.map(
        (each) => each.username,
      );
    await rename(lia, lia.id, 'Ștefănița Жанна 100%');
    for (const search of ['ștefănița', 'STEFANITA', 'ța жанна', 'Жан', '100%', 'bunica'])
      expect([search, await find(search)]).toEqual([search, ['bunica_lia']]);
    expect(await find('100_')).toEqual([]);
  });

  it('comes with a person whom an admin adds', async () => {
    const add = (body: object) => admin.send('accounts.createUser', body);
    const { body } = await add({ username: 'nasu_1', displayName: ' Nașu ' });
    expect(body.data.user.displayName).toBe('Nașu');
    const refused = await add({ username: 'nasu_2', displayName: 'a\u202eb' });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['displayName']]);
  });
});

describe('a changed display name', () => {
  let post: Post;
  let commentId: string;
  let dan: Person;
  beforeAll(async () => {
    dan = await harness.person('daniel');
    post = await publishPost(admin);
    const written = await lia.call('comments.create', { body: { postId: post._id, text: 'lovely' } });
    commentId = written.body.data.comment._id;
    await dan.call('comments.report', { params: { id: commentId }, body: { reason: 'Spam' } });
    await lia.call('messages.send', { body: { recipientId: dan.id, message: 'hello' } });
    await dan.call('messages.setBlock', { params: { userId: lia.id } });
  });

  /** Everything that names Lia, Dan or the admin, as it is answered now. */
  const answers = async () => ({
    feed: (await harness.guest.call('posts.feed')).body.data.posts[0]?.displayName,
    feedOfPerson: (await dan.call('posts.feed')).body.data.posts[0]?.displayName,
    post: (await harness.guest.call('posts.detail', { params: { id: post._id } })).body.data.post.displayName,
    comment: (await harness.guest.call('comments.list', { params: { id: post._id } })).body.data.comments[0]
      ?.displayName,
    conversation: (await dan.call('messages.conversations')).body.data.conversations[0]?.partnerDisplayName,
    partner: (await dan.call('messages.conversation', { params: { id: lia.id } })).body.data.partner
      .displayName,
    sender: (await dan.call('messages.conversation', { params: { id: lia.id } })).body.data.messages[0]
      ?.sender.displayName,
    blocked: (await dan.call('messages.blocks')).body.data.blocks[0]?.displayName,
    person: (await dan.call('accounts.user', { params: { id: lia.id } })).body.data.user.displayName,
    activity: (await admin.call('activity.list')).body.activities[0]?.user.displayName,
    report: (await admin.call('comments.reports')).body.data.reports[0]?.comment.displayName,
    reporter: (await admin.call('comments.reports')).body.data.reports[0]?.reporters[0]?.displayName,
    audit: (await admin.call('audit.list', { query: { person: 'bunica_lia', filter: 'all' } })).body.data
      .lines[0]?.subject?.displayName,
  });

  it('is in every answer at once, also in those that are kept', async () => {
    for (const [hers, his, theirs] of [
      ['Bunica Lia', 'Dan', 'Matei'],
      ['Lia', 'Dănuț', ''],
    ] as const) {
      await rename(lia, lia.id, hers);
      await rename(dan, dan.id, his);
      await rename(admin, admin.id, theirs);
      const now = {
        feed: theirs,
        feedOfPerson: theirs,
        post: theirs,
        comment: hers,
        conversation: hers,
        partner: hers,
        sender: hers,
        blocked: hers,
        person: hers,
        activity: hers,
        report: hers,
        reporter: his,
        audit: hers,
      };
      expect(await answers()).toEqual(now);
      expect(await answers()).toEqual(now);
    }
  });

  it('stands in the preview of a post, escaped', async () => {
    await rename(admin, admin.id, '<Matei> & "co"');
    const page = await headTags(harness.context, { path: `/post/${post._id}`, origin: '', language: 'en' });
    expect(page).toContain('<meta name="author" content="&lt;Matei&gt; &amp; &quot;co&quot;">');
  });
});
