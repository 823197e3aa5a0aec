import { exportFileName, exportPath } from '@duet/contract/export/route';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person, password } from '../../test/harness.ts';
import { draft, gallery, picture, richText, upload } from '../../test/posts.ts';
import { unzip } from '../../test/unzip.ts';

let harness: Harness;
let admin: Person;
let ana: Person;
let dan: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  [ana, dan] = await Promise.all([harness.person('anna'), harness.person('daniel')]);
});
afterAll(() => harness[Symbol.asyncDispose]());

async function download(person: Pick<Person, 'fetch'>) {
  const response = await person.fetch(exportPath);
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  const data = (kind: string) => JSON.parse(String(files.get(`data/${kind}.json`)));
  return { response, files, data, page: String(files.get('index.html')) };
}

describe('the download of own data', () => {
  it('is a zip for whoever is signed in, kept nowhere on the way', async () => {
    const { response, files } = await download(ana);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${exportFileName('anna', Date.now())}"`,
    });
    expect([...files.keys()]).toEqual([
      'index.html',
      ...[
        'profile',
        'posts',
        'comments',
        'messages',
        'likes',
        'comment-likes',
        'reports',
        'blocked',
        'sessions',
        'passkeys',
        'media',
      ].map((kind) => `data/${kind}.json`),
    ]);
    expect((await harness.guest.fetch(exportPath)).status).toBe(401);
    const dead = await harness.guest.fetch(exportPath, { headers: { authorization: 'Bearer duet_dead' } });
    expect(await dead.json()).toMatchObject({ success: false, code: 'SESSION_ENDED' });
    expect([404, 405]).toContain((await ana.fetch(exportPath, { method: 'POST' })).status);
  });

  it('wants a sign-in or a proof of the last 15 minutes, and counts only what it gives', async () => {
    await using site = await createHarness({ config: { rateLimit: 1 } });
    const person = await site.person('maria');
    expect((await person.fetch(exportPath)).status).toBe(200);
    site.clock.forward(16 * 60_000);
    for (let n = 0; n < 6; n += 1) {
      const refused = await person.fetch(exportPath);
      expect([refused.status, await refused.json()]).toEqual([
        403,
        expect.objectContaining({ success: false, code: 'PROOF_NEEDED' }),
      ]);
    }
    await person.call('accounts.prove', { body: { password } });
    expect((await person.fetch(exportPath)).status).toBe(200);
  });

  it('has posts with their pictures, drafts, likes and settings of an admin', async () => {
    const { url } = await upload(admin, await draft(admin), { width: 80, height: 60 });
    const path = url.split('?', 1)[0] ?? '';
    const text = await richText(
      admin,
      `<h2>The <em>lake</em></h2><p>5 &lt; 6</p><img src="${url}" alt="us">`,
      {
        title: 'Lake & <sea>',
      },
    );
    const album = await gallery(admin, 2, { caption: 'Two of "us"', adminOnlyVisibility: true });
    const blocks = [{ type: 'code', data: { code: 'a < b' } }];
    await richText(admin, JSON.stringify({ blocks }));
    const open = await draft(admin);
    await admin.call('posts.like', { body: { postId: text._id } });
    await admin.call('accounts.changeUser', {
      params: { id: admin.id },
      body: { displayName: 'Matei & co' },
    });
    const { files, data, page } = await download(admin);
    expect(page).toContain('<dt>Name</dt><dd>Matei &#38; co</dd>');
    expect(page).toContain('The Duet data of Matei &#38; co');

    expect(data('profile')).toEqual([
      expect.objectContaining({
        username: 'admin',
        displayName: 'Matei & co',
        email: 'admin@example.org',
        role: 'admin',
        picture: null,
      }),
    ]);
    const posts = data('posts') as { id: string; media: { file: string }[] }[];
    expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining([text._id, album._id, open]));
    const shown = posts.find(({ id }) => id === album._id)?.media.map(({ file }) => file) ?? [];
    expect(shown).toHaveLength(2);
    for (const file of [...shown, path.slice(1)]) {
      expect(files.get(file)?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      expect(page).toContain(`src="${file}"`);
    }
    const served = Buffer.from(await (await harness.guest.fetch(path)).arrayBuffer());
    expect(files.get(path.slice(1))?.equals(served)).toBe(true);
    expect(page).toContain('<h3>Lake &#38; &#60;sea&#62;</h3>');
    expect(page).toContain('<h2>The <em>lake</em></h2><p>5 &lt; 6</p>');
    expect(page).toContain('<pre>a &lt; b</pre>');
    expect(page).toContain('Two of &#34;us&#34;');
    expect(page).not.toMatch(/(src|href)="\//);
    expect(data('likes')).toEqual([expect.objectContaining({ post_id: text._id, count: 1 })]);
  });

  it('has comments with their history, reactions, reports, and messages of both sides', async () => {
    const post = await richText(admin, '<p>x</p>', { title: 'Under $& here' });
    const say = async (person: Person, words: string) =>
      (await person.call('comments.create', { body: { postId: post._id, text: words } })).body.data.comment
        ._id;
    const mine = await say(ana, 'First <b>words</b>');
    const other = await say(dan, 'Words of somebody else');
    await ana.call('comments.update', { params: { id: mine }, body: { text: 'Second words' } });
    await ana.call('comments.like', { params: { id: other }, body: { action: 'dislike' } });
    await ana.call('comments.report', { params: { id: other }, body: { reason: 'Harassment' } });
    for (const [from, to, message] of [
      [ana, dan, 'Hello <i>Dan</i>'],
      [dan, ana, 'Hello Ana'],
      [dan, admin, 'Not for Ana'],
    ] as const) {
      await from.call('messages.send', { body: { recipientId: to.id, message } });
    }
    await ana.call('messages.setBlock', { params: { userId: dan.id } });
    const { data, page, files } = await download(ana);

    expect(data('comments')).toMatchObject([
      { id: mine, text: 'Second words', former: [{ text: 'First <b>words</b>' }] },
    ]);
    expect(data('comment-likes')).toMatchObject([{ comment_id: other, action: 'dislike' }]);
    expect(data('reports')).toMatchObject([{ comment_id: other, reason: 'Harassment' }]);
    expect(data('messages')).toMatchObject([
      { sender: 'anna', recipient: 'daniel', text: 'Hello <i>Dan</i>' },
      { sender: 'daniel', recipient: 'anna', text: 'Hello Ana' },
    ]);
    expect(data('blocked')).toMatchObject([{ username: 'daniel' }]);
    expect(data('sessions')).toHaveLength(1);
    for (const words of [
      'Under “Under $&#38; here”',
      'Second words',
      'Formerly: First &#60;b&#62;',
      'Hello Ana',
    ]) {
      expect(page).toContain(words);
    }
    const everything = [...files.values()].map(String).join('\n');
    for (const foreign of ['Not for Ana', 'Words of somebody else', dan.user.email, 'token', 'password']) {
      expect(everything).not.toContain(foreign);
    }
  });

  it('has nothing of admin-only posts for an author who is no admin any more', async () => {
    const former = await harness.admin('former');
    const hidden = await gallery(former, 1, { adminOnlyVisibility: true, caption: 'Between us' });
    const open = await gallery(former, 1, { caption: 'For all' });
    const secret = await richText(admin, '<p>x</p>', { title: 'Secret title', adminOnlyVisibility: true });
    const body = { postId: secret._id, text: 'I was there' };
    await former.call('comments.create', { body });
    await admin.call('accounts.changeUser', { params: { id: former.id }, body: { role: 'user' } });
    const { data, page, files } = await download(await harness.signIn('former'));
    expect(data('posts')).toMatchObject([{ id: open._id }]);
    expect(data('media')).toHaveLength(1);
    expect([...files.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(1);
    expect(page).toContain('I was there');
    for (const gone of ['Between us', 'Secret title', hidden._id]) expect(page).not.toContain(gone);
  });

  it('names the post of a comment by the beginning of its caption, in whole characters', async () => {
    const writer = await harness.person('writer');
    const under = await gallery(admin, 1, { caption: `${'a'.repeat(79)}💛💛💛` });
    await writer.call('comments.create', { body: { postId: under._id, text: 'I was there' } });
    const { page } = await download(writer);
    expect(page).toContain(`${'a'.repeat(79)}…`);
    expect(page).not.toContain('\ufffd');
  });

  it("is in the person's language, with their photo", async () => {
    const eve = await harness.person('eveline');
    await eve.call('accounts.savePreferences', { body: { language: 'ro' } });
    const image = (await picture({ width: 300, height: 300 })).toString('base64');
    const body = { imageData: image, fileName: 'me.jpg', fileType: 'image/jpeg', userId: eve.id };
    expect((await eve.send('media.profilePicture', body)).status).toBe(200);
    const { page, files, data } = await download(eve);
    expect(page).toContain('<html lang="ro">');
    expect(page).toContain('Datele Duet ale lui eveline');
    const [{ picture: file }] = data('profile');
    expect(files.get(file)?.length).toBeGreaterThan(100);
    expect(page).toContain(`<img class="face" src="${file}"`);
  });

  it('goes on where a file is gone from the store', async () => {
    const gone = await harness.admin('careless');
    const post = await gallery(gone, 1);
    await harness.context.storage.remove((post.mediaUrls[0] ?? '').replace('/media/', ''));
    const { files, data } = await download(gone);
    const [{ file }] = data('media');
    expect(files.get(file)).toHaveLength(0);
  });

  it('reads thousands of messages a page at a time, and stops when nobody listens any more', async () => {
    await using site = await createHarness();
    const [one, other] = [await site.person('anna'), await site.person('daniel')];
    await site.context.db.write(async (tx) => {
      for (let n = 0; n < 3000; n += 100) {
        const rows = Array.from({ length: 100 }, (_, m) => ({
          id: `01900000-0000-7000-8000-${String(n + m).padStart(12, '0')}`,
          thread: [one.id, other.id].sort().join(':'),
          sender_id: one.id,
          recipient_id: other.id,
          text: 'm'.repeat(900),
          client_id: null,
          created_at: n + m,
          read_at: null,
        }));
        await tx.insertInto('messages').values(rows).execute();
      }
    });
    const whole = await download(one);
    expect(whole.data('messages')).toHaveLength(3000);
    const before = site.statements();
    const leaving = new AbortController();
    const response = await one.fetch(exportPath, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    let last = -1;
    await vi.waitFor(
      () => {
        const now = site.statements();
        const still = now === last;
        last = now;
        expect(still).toBe(true);
      },
      { interval: 100, timeout: 5000 },
    );
    expect(site.statements() - before).toBeLessThan(30);
    expect((await one.call('accounts.currentUser')).status).toBe(200);
  }, 30_000);

  it('may be asked for five times an hour', async () => {
    await using site = await createHarness({ config: { rateLimit: 1 } });
    const one = await site.person('anna');
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const response = await one.fetch(exportPath);
      statuses.push(response.status);
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      await response.arrayBuffer();
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
