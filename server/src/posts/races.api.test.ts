import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { draft, gallery, publish, richText, upload } from '../../test/posts.ts';

let harness: Harness;
let admin: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterAll(() => harness[Symbol.asyncDispose]());

const tries = Array.from({ length: 8 }, (_, number) => number);

/** References to files that belong to no post, and files in use whose bytes are gone. */
async function loose() {
  const { read } = harness.context.db;
  const refs = await read
    .selectFrom('media_refs')
    .leftJoin('posts', 'posts.id', 'media_refs.owner_id')
    .select('media_refs.owner_id')
    .where('posts.id', 'is', null)
    .execute();
  const used = await read
    .selectFrom('media_refs')
    .innerJoin('media', 'media.id', 'media_refs.media_id')
    .select(['media.path', 'media.state'])
    .execute();
  const stats = await Promise.all(used.map(({ path }) => harness.context.storage.stat(path)));
  return {
    refs,
    unready: used.filter(({ state }) => state !== 'ready'),
    missing: stats.filter((stat) => !stat),
  };
}

describe('at the same time', () => {
  it('the same publication arrives twice: one post, one date', async () => {
    for (const _ of tries) {
      const id = await draft(admin, 'gallery');
      const { url } = await upload(admin, id);
      const call = () =>
        admin.call('posts.publish', { params: { id }, body: { mediaUrls: [url], caption: 'c' } });
      const [first, second] = await Promise.all([call(), call()]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body).toEqual(first.body);
    }
  });

  it('two different publications of one draft arrive: one wins, the other hears it', async () => {
    for (const _ of tries) {
      const id = await draft(admin);
      const call = (content: string) => admin.call('posts.publish', { params: { id }, body: { content } });
      const answers = await Promise.all([call('<p>a</p>'), call('<p>b</p>')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const won = answers.find(({ status }) => status === 200)?.body.data.post;
      expect((await admin.call('posts.detail', { params: { id } })).body.data.post).toEqual(won);
    }
  });

  it('a draft is deleted and published: it is either out or gone, whole', async () => {
    for (const _ of tries) {
      const id = await draft(admin, 'gallery');
      const { url } = await upload(admin, id);
      const [publication, removal] = await Promise.all([
        admin.call('posts.publish', { params: { id }, body: { mediaUrls: [url] } }),
        admin.call('posts.delete', { params: { id } }),
      ]);
      // Whichever comes first: in the end it is deleted.
      expect(removal.status).toBe(200);
      expect([200, 404]).toContain(publication.status);
      expect((await admin.call('posts.detail', { params: { id } })).status).toBe(404);
    }
    expect(await loose()).toEqual({ refs: [], unready: [], missing: [] });
  });

  it('a picture is used anew while the last post that has it is deleted: kept, or refused', async () => {
    for (const _ of tries) {
      const old = await gallery(admin, 1);
      const [url = ''] = old.mediaUrls;
      const id = await draft(admin, 'gallery');
      const [use] = await Promise.all([
        admin.call('posts.publish', { params: { id }, body: { mediaUrls: [url] } }),
        admin.call('posts.delete', { params: { id: old._id } }),
      ]);
      expect(['published', 'MEDIA_GONE']).toContain(use.status === 200 ? 'published' : use.body.code);
      expect((await harness.guest.fetch(url)).status).toBe(use.status === 200 ? 200 : 404);
    }
    expect(await loose()).toEqual({ refs: [], unready: [], missing: [] });
  });

  it('a post is liked and deleted: no like is left', async () => {
    const people = await Promise.all(['maria', 'andrei', 'ioana'].map((name) => harness.person(name)));
    for (const _ of tries) {
      const { _id } = await richText(admin);
      const [removal, ...likes] = await Promise.all([
        admin.call('posts.delete', { params: { id: _id } }),
        ...people.map((person) => person.call('posts.like', { body: { postId: _id } })),
      ]);
      expect(removal.status).toBe(200);
      for (const { status } of likes) expect([200, 404]).toContain(status);
      const left = await harness.context.db.read
        .selectFrom('likes')
        .selectAll()
        .where('post_id', '=', _id)
        .execute();
      expect(left).toEqual([]);
    }
  });

  it('two people change a post: each change is whole', async () => {
    const post = await richText(admin);
    const change = (word: string) =>
      admin.call('posts.update', {
        params: { id: post._id },
        body: { title: word, content: `<p>${word}</p>` },
      });
    for (const _ of tries) {
      await Promise.all([change('one'), change('two')]);
      const { title, content } = (await admin.call('posts.detail', { params: { id: post._id } })).body.data
        .post;
      expect(content).toBe(`<p>${title}</p>`);
    }
  });
});

describe('when the storage fails', () => {
  it('a refused publication leaves the draft as it was, and it can be published later', async () => {
    const id = await draft(admin, 'gallery');
    const { url } = await upload(admin, id);
    const { id: mediaId } = await harness.context.db.read
      .selectFrom('media')
      .select('id')
      .where('path', '=', (url.split('?')[0] ?? '').slice('/media/'.length))
      .executeTakeFirstOrThrow();
    const state = (to: 'ready' | 'deleting') =>
      harness.context.db.write(async (tx) => {
        await tx.updateTable('media').set({ state: to }).where('id', '=', mediaId).execute();
      });
    await state('deleting');
    const body = { mediaUrls: [url], caption: 'late' };
    expect(await admin.call('posts.publish', { params: { id }, body })).toMatchObject({ status: 409 });
    const { post } = (await admin.call('posts.detail', { params: { id } })).body.data;
    expect(post).toMatchObject({ published: false, caption: '', mediaUrls: [] });
    await state('ready');
    expect(await publish(admin, id, body)).toMatchObject({ published: true, caption: 'late' });
  });
});
