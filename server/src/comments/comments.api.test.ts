import type { Post } from '@duet/contract/posts/shapes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activitySignals } from '../../test/activity-signals.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { publishPost } from '../../test/published-post.ts';

let harness: Harness;
let admin: Person;
let ana: Person;
let dan: Person;
let post: Post;

beforeAll(async () => {
  harness = await createHarness();
  [admin, ana, dan] = await Promise.all([harness.admin(), harness.person('anna'), harness.person('daniel')]);
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  post = await publishPost(admin);
});

const write = (author: Person, text: string, postId = post._id) =>
  author.call('comments.create', { body: { postId, text } });
const written = async (author: Person, text: string) => (await write(author, text)).body.data.comment;
const list = async (reader: Pick<Person, 'call'>, query = {}) =>
  (await reader.call('comments.list', { params: { id: post._id }, query })).body.data;
const countOf = async (postId = post._id) =>
  (await admin.call('posts.detail', { params: { id: postId } })).body.data.post.comment_count;

describe('writing', () => {
  it('answers the comment with all its fields, its text as typed [COM-02] [COM-08] [COM-24] [COM-25]', async () => {
    const { status, body } = await write(ana, '  I <3 you & <b>all</b>\n');
    expect(status).toBe(200);
    const { comment } = body.data;
    expect(comment).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      post_id: post._id,
      user_id: ana.id,
      username: 'anna',
      displayName: '',
      profilePictureUrl: null,
      text: 'I <3 you & <b>all</b>',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: comment.created_at,
      edited: false,
      likes: 0,
      dislikes: 0,
      userAction: null,
    });
    expect((await list(ana)).comments).toEqual([comment]);
  });

  it('stores a retry of the same `clientId` once, for each author and post [COM-08]', async () => {
    const send = (author: Person, clientId: string, text = 'once', postId = post._id) =>
      author.call('comments.create', { body: { postId, text, clientId } });
    const first = (await send(ana, 'a-1')).body.data.comment;
    expect(first).toMatchObject({ text: 'once', clientId: 'a-1' });
    const [again, other] = await Promise.all([send(ana, 'a-1', 'changed'), send(dan, 'a-1', 'mine')]);
    expect(again.body.data.comment).toEqual(first);
    expect(other.body.data.comment).toMatchObject({ text: 'mine', user_id: dan.id });
    const elsewhere = await publishPost(admin);
    expect((await send(ana, 'a-1', 'there', elsewhere._id)).body.data.comment.text).toBe('there');
    const { comments } = await list(dan);
    expect(comments.map(({ text, clientId }) => [text, clientId])).toEqual([
      ['mine', 'a-1'],
      ['once', undefined],
    ]);
    expect(await countOf()).toBe(2);
    const fresh = await publishPost(admin);
    const racing = await Promise.all([1, 2, 3].map(() => send(ana, 'r', 'race', fresh._id)));
    expect(new Set(racing.map(({ body }) => body.data.comment._id)).size).toBe(1);
    expect(await countOf(fresh._id)).toBe(1);
    for (const bad of ['', 'a b', 'é', 'x'.repeat(101)]) {
      expect((await send(ana, bad)).body.fields).toEqual({ clientId: 'This value is not valid.' });
    }
  });

  it('is for admins too, and for no guest [COM-03] [COM-05]', async () => {
    expect((await write(admin, 'welcome')).status).toBe(200);
    const { status, body } = await harness.guest.call('comments.create', {
      body: { postId: post._id, text: 'me too' },
    });
    expect([status, body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    expect((await list(harness.guest)).comments.map(({ text }) => text)).toEqual(['welcome']);
  });

  it('takes 1 to 2000 characters after trimming', async () => {
    for (const text of ['', ' \n ', '\u200b', 'a'.repeat(2001)]) {
      const { status, body } = await write(ana, text);
      expect([status, body.fields]).toEqual([400, { text: 'A comment has 1 to 2000 characters.' }]);
    }
    for (const text of ['a', ` ${'a'.repeat(2000)} `, '👍'.repeat(2000)]) {
      const { status, body } = await write(ana, text);
      expect([status, body.data.comment.text]).toEqual([200, text.trim()]);
    }
    const missing = await ana.send('comments.create', { text: 'where?' });
    expect([missing.status, missing.body.error]).toEqual([400, 'Post ID is required']);
    const unknown = await write(ana, 'hi', 'nowhere');
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Post not found']);
  });
});

describe('the list', () => {
  it('is read by everybody in pages of 50, the newest first [COM-07]', async () => {
    for (let n = 1; n <= 52; n++) await write(n % 2 ? ana : dan, `c${n}`);
    const first = await list(harness.guest);
    expect(first.comments).toHaveLength(50);
    expect(first.comments.map(({ text }) => text).slice(0, 2)).toEqual(['c52', 'c51']);
    expect(first.pagination).toEqual({ page: 1, limit: 50, totalCount: 52, hasMore: true });
    const second = await list(dan, { page: '2' });
    expect(second.comments.map(({ text }) => text)).toEqual(['c2', 'c1']);
    expect(second.pagination.hasMore).toBe(false);
    const oldest = await list(harness.guest, { sort: 'oldest', limit: '2' });
    expect(oldest.comments.map(({ text }) => text)).toEqual(['c1', 'c2']);
    const unknownSort = await ana.fetch(`/api/comments/post/${post._id}?sort=loudest`);
    expect(unknownSort.status).toBe(400);
  });

  it('shows guests no reports and no likes of their own', async () => {
    await written(ana, 'hello');
    const [comment] = (await list(harness.guest)).comments;
    expect(comment?.userAction).toBeNull();
    expect(comment).not.toHaveProperty('reports');
  });
});

describe('changing', () => {
  it('keeps every former text [COM-09] [COM-16] [COM-29]', async () => {
    const { _id: id, created_at } = await written(ana, 'one');
    harness.clock.forward(60_000);
    const { body } = await ana.call('comments.update', { params: { id }, body: { text: ' two ' } });
    const second = body.data.comment;
    expect([second.text, second.edited, second.created_at]).toEqual(['two', true, created_at]);
    expect(Date.parse(second.updated_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(60_000);
    harness.clock.forward(60_000);
    const same = await ana.call('comments.update', { params: { id }, body: { text: 'two' } });
    expect(same.body.data.comment).toEqual(second);
    const third = await ana.call('comments.update', { params: { id }, body: { text: 'one' } });

    for (const reader of [ana, admin]) {
      const history = await reader.call('comments.history', { params: { id } });
      expect(history.body.data.history).toEqual([
        { text: 'one', created_at },
        { text: 'two', created_at: second.updated_at },
        { text: 'one', created_at: third.body.data.comment.updated_at },
      ]);
    }
  });

  it('has a history of one text before the first change', async () => {
    const { _id: id, created_at } = await written(ana, 'one');
    const { body } = await ana.call('comments.history', { params: { id } });
    expect(body.data.history).toEqual([{ text: 'one', created_at }]);
  });

  it('is the author’s; the history is the author’s and the admins’', async () => {
    const { _id: id } = await written(ana, 'mine');
    for (const other of [dan, admin]) {
      const { status, body } = await other.call('comments.update', {
        params: { id },
        body: { text: 'ours' },
      });
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await dan.call('comments.history', { params: { id } })).status).toBe(403);
    const { guest } = harness;
    expect((await guest.call('comments.update', { params: { id }, body: { text: 'x' } })).status).toBe(401);
    expect((await guest.call('comments.history', { params: { id } })).status).toBe(401);
    const unknown = await ana.call('comments.update', { params: { id: 'none' }, body: { text: 'x' } });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Comment not found']);
    const empty = await ana.call('comments.update', { params: { id }, body: { text: ' ' } });
    expect(empty.status).toBe(400);
    expect((await list(ana)).comments.map(({ text }) => text)).toEqual(['mine']);
  });
});

describe('deleting', () => {
  it('is for the author and admins [COM-10] [COM-23]', async () => {
    const own = await written(ana, 'mine');
    const theirs = await written(dan, 'his');
    const call = (who: Pick<Person, 'call'>, { _id: id }: { _id: string }) =>
      who.call('comments.delete', { params: { id } });
    expect((await call(harness.guest, own)).status).toBe(401);
    expect((await call(dan, own)).status).toBe(403);
    expect((await call(ana, own)).body).toEqual({ success: true, data: {} });
    expect((await call(admin, theirs)).status).toBe(200);
    expect((await call(ana, own)).status).toBe(404);
    expect((await list(ana)).comments).toEqual([]);
    expect(await countOf()).toBe(0);
  });
});

describe('liking', () => {
  const react = async (who: Person, id: string, action?: 'like' | 'dislike') =>
    (await who.call('comments.like', { params: { id }, body: action ? { action } : {} })).body.data;

  it('toggles and switches, a like without an action [COM-11] [COM-12] [COM-13] [COM-14] [COM-26] [COM-27]', async () => {
    const { _id: id } = await written(ana, 'nice');
    expect(await react(dan, id)).toEqual({ likes: 1, dislikes: 0, userAction: 'like' });
    expect(await react(admin, id, 'like')).toEqual({ likes: 2, dislikes: 0, userAction: 'like' });
    expect(await react(dan, id, 'dislike')).toEqual({ likes: 1, dislikes: 1, userAction: 'dislike' });
    const shown = async (who: Pick<Person, 'call'>) => {
      const [comment] = (await list(who)).comments;
      return [comment?.likes, comment?.dislikes, comment?.userAction];
    };
    expect(await shown(dan)).toEqual([1, 1, 'dislike']);
    expect(await shown(admin)).toEqual([1, 1, 'like']);
    expect(await shown(harness.guest)).toEqual([1, 1, null]);
    expect(await react(dan, id, 'dislike')).toEqual({ likes: 1, dislikes: 0, userAction: null });
    // A call without any body is a like as well.
    expect((await dan.fetch(`/api/comments/${id}/like`, { method: 'POST' })).status).toBe(200);
    expect(await shown(dan)).toEqual([2, 0, 'like']);
  });

  it('says with `userAction` what is so from now on, the same however often it is sent', async () => {
    const { _id: id } = await written(ana, 'nice');
    const set = async (userAction: 'like' | 'dislike' | null) =>
      (await dan.call('comments.like', { params: { id }, body: { action: 'like', userAction } })).body.data;
    for (const wanted of ['like', 'like', 'dislike', 'dislike', null, null] as const) {
      expect(await set(wanted)).toEqual({
        likes: Number(wanted === 'like'),
        dislikes: Number(wanted === 'dislike'),
        userAction: wanted,
      });
    }
    const bad = await dan.send('comments.like', { userAction: 'love' }, { id });
    expect([bad.status, Object.keys(bad.body.fields ?? {})]).toEqual([400, ['userAction']]);
  });

  it('signals activity where it changed something', async () => {
    const { _id: id } = await written(dan, 'news');
    const react = (userAction: 'like' | null) =>
      ana.call('comments.like', { params: { id }, body: { action: 'like', userAction } });
    const signals = await activitySignals(harness, async () => {
      for (const userAction of [null, 'like', 'like', null, null] as const) await react(userAction);
    });
    expect(signals).toBe(2);
  });

  it('takes no other action, and no guest', async () => {
    const { _id: id } = await written(ana, 'nice');
    const { status, body } = await dan.send('comments.like', { action: 'love' }, { id });
    expect([status, body.fields]).toEqual([400, { action: 'Action must be like or dislike' }]);
    expect((await harness.guest.call('comments.like', { params: { id } })).status).toBe(401);
    expect((await dan.call('comments.like', { params: { id: 'none' } })).status).toBe(404);
  });
});

describe('posts that do not exist for somebody', () => {
  it('have no comments either', async () => {
    post = await publishPost(admin, { adminOnlyVisibility: true });
    const { body } = await write(admin, 'among us');
    const { _id: id } = body.data.comment;
    expect((await list(admin)).comments).toHaveLength(1);
    for (const other of [ana, harness.guest]) {
      const listed = await other.call('comments.list', { params: { id: post._id } });
      expect([listed.status, listed.body.code]).toEqual([404, 'POST_NOT_FOUND']);
    }
    const params = { id };
    const answers = await Promise.all([
      write(ana, 'me too'),
      ana.call('comments.update', { params, body: { text: 'x' } }),
      ana.call('comments.delete', { params }),
      ana.call('comments.like', { params }),
      ana.call('comments.report', { params, body: { reason: 'Spam' } }),
      ana.call('comments.history', { params }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
  });

  it('hide a comment from its own author when an admin hides the post', async () => {
    const { _id: id } = await written(ana, 'early');
    await admin.call('posts.update', { params: { id: post._id }, body: { adminOnlyVisibility: true } });
    expect((await ana.call('comments.delete', { params: { id } })).status).toBe(404);
    expect((await ana.call('comments.history', { params: { id } })).status).toBe(404);
  });

  it('take their comments with them', async () => {
    const { _id: id } = await written(ana, 'early');
    await ana.call('comments.update', { params: { id }, body: { text: 'late' } });
    await dan.call('comments.like', { params: { id } });
    await dan.call('comments.report', { params: { id }, body: { reason: 'Other' } });
    expect((await admin.call('posts.delete', { params: { id: post._id } })).status).toBe(200);
    expect((await ana.call('comments.list', { params: { id: post._id } })).status).toBe(404);
    expect((await admin.call('comments.history', { params: { id } })).status).toBe(404);
    const reports = await admin.call('comments.reports');
    expect(reports.body.data.reports.map(({ comment }) => comment._id)).not.toContain(id);
  });
});

describe('many at once', () => {
  it('leave the post’s count equal to a recount', async () => {
    const { pagination: before } = await list(ana);
    expect(before.totalCount).toBe(0);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => write(n % 2 ? ana : dan, `c${n}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await countOf()).toBe(20);
    const ids = answers.map(({ body }) => body.data.comment._id);
    // Two people delete the same ten while five more are written.
    const deleted = await Promise.all([
      ...ids
        .slice(0, 10)
        .flatMap((id) => [admin, admin].map((who) => who.call('comments.delete', { params: { id } }))),
      ...Array.from({ length: 5 }, (_, n) => write(ana, `d${n}`)),
    ]);
    const statuses = deleted.slice(0, 20).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(await countOf()).toBe(15);
    const { comments, pagination } = await list(ana);
    expect([comments.length, pagination.totalCount]).toEqual([15, 15]);
    expect(comments.map(({ _id }) => _id)).toEqual(
      comments
        .map(({ _id }) => _id)
        .toSorted()
        .toReversed(),
    );
  });

  it('leave a comment’s likes equal to those who like it', async () => {
    const { _id: id } = await written(ana, 'popular');
    const people = [ana, dan, admin];
    await Promise.all(
      Array.from({ length: 21 }, (_, n) =>
        people[n % 3]?.call('comments.like', {
          params: { id },
          body: { action: n % 2 ? 'like' : 'dislike' },
        }),
      ),
    );
    const shown = await Promise.all(people.map(async (who) => (await list(who)).comments[0]));
    const said = shown.map((comment) => comment?.userAction);
    expect(shown[0]?.likes).toBe(said.filter((action) => action === 'like').length);
    expect(shown[0]?.dislikes).toBe(said.filter((action) => action === 'dislike').length);
  });
});
