import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { draft, gallery, richText, upload } from '../../test/posts.ts';

let harness: Harness;
let admin: Person;
let user: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  user = await harness.person('maria');
});
afterAll(() => harness[Symbol.asyncDispose]());

const remove = (caller: typeof harness.guest, id: string) => caller.call('posts.delete', { params: { id } });
const status = async (id: string) => (await admin.call('posts.detail', { params: { id } })).status;

/** A post of somebody who was an admin when it was published. */
async function postOfFormerAdmin(name: string, adminOnlyVisibility = false) {
  const former = await harness.admin(name);
  const post = await richText(former, '<p>mine</p>', { adminOnlyVisibility });
  await admin.call('accounts.changeUser', { params: { id: former.id }, body: { role: 'user' } });
  return { owner: await harness.signIn(name), id: post._id };
}

describe('deleting a post', () => {
  it('takes it away for good, one’s own or somebody else’s [POST-25, 27, 30]', async () => {
    for (const author of [admin, await harness.admin('author')]) {
      const { _id } = await richText(author);
      const answer = await remove(admin, _id);
      expect([answer.status, answer.body]).toEqual([200, { success: true, data: {} }]);
      expect(await status(_id)).toBe(404);
      expect((await remove(admin, _id)).body.code).toBe('POST_NOT_FOUND');
    }
  });

  it('takes drafts away as well [POST-31]', async () => {
    const id = await draft(admin, 'gallery');
    await upload(admin, id);
    expect((await remove(user, id)).status).toBe(404);
    expect((await remove(admin, id)).status).toBe(200);
    expect(await status(id)).toBe(404);
  });

  it('that is meant for a draft leaves a post alone that was published meanwhile', async () => {
    const removeDraft = (id: string) =>
      admin.call('posts.delete', { params: { id }, query: { draft: 'true' } });
    const published = await gallery(admin);
    const refused = await removeDraft(published._id);
    expect([refused.status, refused.body.code]).toEqual([409, 'WRONG_STATE']);
    expect(await status(published._id)).toBe(200);
    expect((await harness.guest.fetch(published.mediaUrls[0] ?? '')).status).toBe(200);
    const id = await draft(admin);
    expect((await removeDraft(id)).status).toBe(200);
    expect((await removeDraft(id)).body.code).toBe('POST_NOT_FOUND');
    const { _id } = await richText(admin);
    const unread = await admin.call('posts.delete', {
      params: { id: _id },
      query: { draft: 'yes' as never },
    });
    expect(unread.status).toBe(400);
    const asPost = await admin.call('posts.delete', { params: { id: _id }, query: { draft: 'false' } });
    expect([asPost.status, await status(_id)]).toEqual([200, 404]);
  });

  it('is for the owner too [POST-26]', async () => {
    const { owner, id } = await postOfFormerAdmin('formerone');
    expect((await remove(owner, id)).status).toBe(200);
    expect(await status(id)).toBe(404);
  });

  it('is for the owner only as long as the post exists for them', async () => {
    const { owner, id } = await postOfFormerAdmin('formertwo', true);
    expect((await remove(owner, id)).body.code).toBe('POST_NOT_FOUND');
    expect(await status(id)).toBe(200);
  });

  it('is for nobody else [POST-28, POST-29]', async () => {
    const { _id } = await richText(admin);
    expect(await remove(user, _id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await remove(harness.guest, _id)).status).toBe(401);
    expect(await status(_id)).toBe(200);
  });

  it('takes along likes and the media that nothing else uses', async () => {
    const post = await gallery(admin, 2);
    const [shared = '', own = ''] = post.mediaUrls;
    await user.call('posts.like', { body: { postId: post._id } });
    const other = await richText(admin, `<p>again</p><img src="${shared}">`);
    await remove(admin, post._id);
    expect((await harness.guest.fetch(own)).status).toBe(404);
    expect((await harness.guest.fetch(shared)).status).toBe(200);
    const { read } = harness.context.db;
    const left = async (table: 'likes' | 'media_refs', column: 'post_id' | 'owner_id') =>
      read
        .selectFrom(table)
        .selectAll()
        .where(column as never, '=', post._id as never)
        .execute();
    expect([await left('likes', 'post_id'), await left('media_refs', 'owner_id')]).toEqual([[], []]);
    await remove(admin, other._id);
    expect((await harness.guest.fetch(shared)).status).toBe(404);
  });

  it('is written into the audit where an admin deletes a published post, their own too, or what is somebody else’s', async () => {
    const second = await harness.admin('second');
    const own = await richText(admin);
    const others = await richText(second);
    const [ownDraft, othersDraft] = [await draft(admin, 'gallery'), await draft(second, 'gallery')];
    const former = await postOfFormerAdmin('formerthree');
    const ids = [own._id, others._id, ownDraft, othersDraft, former.id];
    for (const id of ids.slice(0, 4)) await remove(admin, id);
    await remove(former.owner, former.id);
    const lines = await harness.context.db.read
      .selectFrom('audit')
      .select(['actor_id', 'subject_id', 'details'])
      .where('action', '=', 'post.delete')
      .where('subject_id', 'in', ids)
      .orderBy('id')
      .execute();
    const told = lines.map(({ details, ...line }) => ({ ...line, ...JSON.parse(details) }));
    const by = { actor_id: admin.id };
    expect(told).toEqual([
      { ...by, subject_id: own._id, owner: admin.id, postType: 'richText', published: true },
      { ...by, subject_id: others._id, owner: second.id, postType: 'richText', published: true },
      { ...by, subject_id: othersDraft, owner: second.id, postType: 'gallery', published: false },
    ]);
  });
});
