import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitySignals } from '../../test/activity-signals.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { draft, richText } from '../../test/posts.ts';

let harness: Harness;
let admin: Person;
let user: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  user = await harness.person('maria');
});
afterAll(() => harness[Symbol.asyncDispose]());

const like = (caller: typeof harness.guest, postId: string) =>
  caller.call('posts.like', { body: { postId } });
const read = async (id: string, caller: typeof harness.guest) =>
  (await caller.call('posts.detail', { params: { id } })).body.data.post;

/** What the table of likes adds up to, and what the post says. */
async function sums(postId: string) {
  const { read } = harness.context.db;
  const likes = await read.selectFrom('likes').select('count').where('post_id', '=', postId).execute();
  const post = await read
    .selectFrom('posts')
    .select('like_count')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  return [likes.reduce((sum, { count }) => sum + count, 0), post.like_count];
}

describe('liking', () => {
  it('counts a person once and answers the same again [POST-33, 35, 42, 43, 44]', async () => {
    const { _id } = await richText(admin);
    const first = await like(user, _id);
    expect([first.status, first.body.data]).toEqual([200, { hasUserLiked: true, totalLikes: 1 }]);
    expect((await like(user, _id)).body).toEqual(first.body);
    expect(await read(_id, user)).toMatchObject({ hasUserLiked: true, totalLikes: 1 });
    expect(await read(_id, harness.guest)).toMatchObject({ hasUserLiked: false, totalLikes: 1 });
    expect(await sums(_id)).toEqual([1, 1]);
  });

  it('counts each like of an admin [POST-34]', async () => {
    const { _id } = await richText(admin);
    await like(admin, _id);
    await like(user, _id);
    expect((await like(admin, _id)).body.data).toEqual({
      hasUserLiked: true,
      totalLikes: 3,
      realLikesCount: 3,
    });
    expect(await sums(_id)).toEqual([3, 3]);
  });

  it('signals activity where it added a like, and not where it changed nothing', async () => {
    const { _id: postId } = await richText(admin);
    const named = (clientId: string) => admin.call('posts.like', { body: { postId, clientId } });
    const signals = await activitySignals(harness, async () => {
      await like(user, postId);
      await like(user, postId);
      await user.call('posts.like', { body: { postId, clientId: 'again' } });
      for (const name of ['one', 'one', 'two', 'one']) await named(name);
    });
    expect(signals).toBe(3);
  });

  it('of an admin that is sent again under the same name counts once', async () => {
    const { _id: postId } = await richText(admin);
    const named = (clientId: string) => admin.call('posts.like', { body: { postId, clientId } });
    const counts: number[] = [];
    for (const name of ['one', 'one', 'two', 'one', 'two']) {
      counts.push((await named(name)).body.data.totalLikes);
    }
    expect(counts).toEqual([1, 1, 2, 2, 2]);
    await Promise.all(Array.from({ length: 5 }, () => named('three')));
    expect(await sums(postId)).toEqual([3, 3]);
    expect((await like(admin, postId)).body.data.totalLikes).toBe(4);
  });

  it('is for signed-in people [POST-40]', async () => {
    const { _id } = await richText(admin);
    expect(await like(harness.guest, _id)).toMatchObject({ status: 401, body: { code: 'SIGN_IN_REQUIRED' } });
    const dead = harness.guest.with({ authorization: 'Bearer duet_dead' });
    expect(await like(dead, _id)).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } });
    expect((await read(_id, admin)).realLikesCount).toBe(0);
  });

  it('is for posts that exist for the person', async () => {
    const hidden = await richText(admin, '<p>x</p>', { adminOnlyVisibility: true });
    for (const id of [hidden._id, await draft(admin), 'unknown']) {
      expect(await like(user, id)).toMatchObject({ status: 404, body: { error: 'Post not found' } });
    }
    expect((await like(admin, hidden._id)).status).toBe(200);
    for (const body of [{}, { postId: '' }, { postId: 7 }]) {
      expect(await user.send('posts.like', body)).toMatchObject({
        status: 400,
        body: { code: 'POST_ID_REQUIRED' },
      });
    }
  });

  it('of one person 50 times at once counts once', async () => {
    const { _id } = await richText(admin);
    const answers = await Promise.all(Array.from({ length: 50 }, () => like(user, _id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await sums(_id)).toEqual([1, 1]);
  });

  it('of an admin 50 times at once counts 50', async () => {
    const { _id } = await richText(admin);
    const answers = await Promise.all(Array.from({ length: 50 }, () => like(admin, _id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await sums(_id)).toEqual([50, 50]);
  });
});

describe('counts', () => {
  it('add what an admin set to the real ones [POST-45, 46, 51, 52, 57, 58, 59, 61, 119, 120, 125, 126]', async () => {
    const { _id } = await richText(admin);
    await like(user, _id);
    await user.call('views.record', { body: { postIds: [_id] } });
    const likes = await admin.call('posts.setLikes', { params: { id: _id }, body: { likes: 40 } });
    const views = await admin.call('posts.setViews', { params: { id: _id }, body: { views: 200 } });
    expect([likes.status, likes.body.success, views.status, views.body.success]).toEqual([
      200,
      true,
      200,
      true,
    ]);
    expect(await read(_id, admin)).toMatchObject({
      totalLikes: 41,
      likes: 40,
      realLikesCount: 1,
      totalViews: 201,
      views: 201,
      realViewsCount: 1,
      views_extra: 200,
    });
    expect((await like(user, _id)).body.data).toEqual({ hasUserLiked: true, totalLikes: 41 });
  });

  it('keep the real ones to admins, in feed and detail [POST-47, 48, 49, 50]', async () => {
    const { _id } = await richText(admin);
    const secret = ['likes', 'realLikesCount', 'realViewsCount', 'views_extra'];
    for (const caller of [user, harness.guest]) {
      const listed = (await caller.call('posts.feed')).body.data.posts[0];
      for (const post of [await read(_id, caller), listed]) {
        for (const field of secret) expect(post).not.toHaveProperty(field);
        expect(post).toMatchObject({ totalLikes: 0, totalViews: 0, views: 0 });
      }
    }
    for (const field of secret) expect(await read(_id, admin)).toHaveProperty(field, 0);
  });

  it('are whole numbers of 0 or more [POST-60, 62, 63, 64]', async () => {
    const { _id } = await richText(admin);
    const id = { id: _id };
    for (const value of [-1, 1.5, 'x', '5', null, undefined, true, 1e21, [3]]) {
      for (const answer of [
        await admin.send('posts.setLikes', { likes: value }, id),
        await admin.send('posts.setViews', { views: value }, id),
      ]) {
        expect([value, answer.status, answer.body.error]).toEqual([
          value,
          400,
          'Please enter a valid non-negative number',
        ]);
      }
    }
    expect((await admin.send('posts.setLikes', { likes: 0 }, id)).status).toBe(200);
  });

  it('are set by admins only, on posts that exist [POST-53, 54, 55, 56]', async () => {
    const { _id } = await richText(admin);
    const likes = { params: { id: _id }, body: { likes: 1 } };
    const views = { params: { id: _id }, body: { views: 1 } };
    expect([
      (await user.call('posts.setLikes', likes)).status,
      (await user.call('posts.setViews', views)).status,
      (await harness.guest.call('posts.setLikes', likes)).status,
      (await harness.guest.call('posts.setViews', views)).status,
    ]).toEqual([403, 403, 401, 401]);
    const unknown = { params: { id: 'unknown' } };
    expect((await admin.call('posts.setLikes', { ...likes, ...unknown })).body.code).toBe('POST_NOT_FOUND');
    expect((await admin.call('posts.setViews', { ...views, ...unknown })).body.code).toBe('POST_NOT_FOUND');
    expect(await read(_id, admin)).toMatchObject({ likes: 0, views_extra: 0 });
  });
});
