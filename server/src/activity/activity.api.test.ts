import type { Post } from '@duet/contract/posts/shapes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { publishPost } from '../../test/published-post.ts';

let harness: Harness;
let admin: Person;
let ana: Person;
let dan: Person;
let post: Post;

beforeEach(async () => {
  harness = await createHarness();
  [admin, ana, dan] = await Promise.all([harness.admin(), harness.person('anna'), harness.person('daniel')]);
  post = await publishPost(admin, { content: '<p>Once upon a time</p>' });
});
afterEach(() => harness[Symbol.asyncDispose]());

/** Each act a second after the one before. */
const later = () => harness.clock.forward(1000);
const comment = async (who: Person, text: string) => {
  later();
  return (await who.call('comments.create', { body: { postId: post._id, text } })).body.data.comment._id;
};
const like = async (who: Person) => {
  later();
  await who.call('posts.like', { body: { postId: post._id } });
};
const react = async (who: Person, id: string, action: 'like' | 'dislike') => {
  later();
  await who.call('comments.like', { params: { id }, body: { action } });
};
const list = async (query = {}, who = admin) => (await who.call('activity.list', { query })).body;
const unread = async (who = admin) => (await who.call('activity.unreadCount')).body.data.unreadCount;
const markRead = (who = admin) => who.call('activity.markRead');

describe('the activity', () => {
  it('shows comments, with `filter=all` or `type=all` likes as well, newest first [ACT-01] [ACT-06] [ACT-07] [ACT-08] [ACT-09] [ACT-21] [ACT-22] [ACT-34] [ACT-35] [ACT-36] [ACT-37] [ACT-38] [ACT-39] [ACT-40] [ACT-41]', async () => {
    const id = await comment(ana, 'lovely');
    await like(dan);
    await react(dan, id, 'like');
    await react(admin, id, 'dislike');

    const { activities, data } = await list();
    expect(activities).toEqual([
      {
        _id: id,
        type: 'comment',
        created_at: expect.stringMatching(/Z$/),
        content: 'lovely',
        user: { _id: ana.id, username: 'anna', displayName: '', profilePictureUrl: null },
        post: { _id: post._id },
        comment: { _id: id, content: 'lovely' },
      },
    ]);
    expect(data.pagination).toEqual({ page: 1, limit: 50, totalCount: 1, hasMore: false });
    expect((await list({ filter: 'comments' })).activities).toEqual(activities);

    const all = await list({ filter: 'all' });
    expect(all.activities.map(({ type, user, content }) => [type, user.username, content])).toEqual([
      ['comment_dislike', 'admin', 'lovely'],
      ['comment_like', 'daniel', 'lovely'],
      ['like', 'daniel', 'Once upon a time'],
      ['comment', 'anna', 'lovely'],
    ]);
    expect(all.activities[2]).toMatchObject({ post: { _id: post._id }, comment: null });
    expect(await list({ type: 'all' })).toEqual(all);
    const ids = all.activities.map(({ _id }) => _id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    for (const each of ids)
      expect(each).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('comes in pages over all kinds', async () => {
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await comment(n % 2 ? ana : dan, `c${n}`));
    for (const id of ids) await react(dan, id, 'like');
    await like(ana);
    const whole = (await list({ filter: 'all' })).activities;
    expect(whole).toHaveLength(9);
    const pages = [];
    for (const page of ['1', '2', '3']) pages.push(await list({ filter: 'all', page, limit: '4' }));
    expect(pages.flatMap(({ activities }) => activities)).toEqual(whole);
    expect(pages.map(({ data }) => data.pagination.hasMore)).toEqual([true, true, false]);
    expect(pages[0]?.data.pagination.totalCount).toBe(9);
  });

  it('says what is true now: switched, taken back and deleted acts are gone', async () => {
    const id = await comment(ana, 'lovely');
    const types = async () => (await list({ filter: 'all' })).activities.map(({ type }) => type);
    await react(dan, id, 'like');
    await react(dan, id, 'dislike');
    expect(await types()).toEqual(['comment_dislike', 'comment']);
    await react(dan, id, 'dislike');
    expect(await types()).toEqual(['comment']);
    await like(admin);
    await like(admin);
    expect(await types()).toEqual(['like', 'comment']);
    await ana.call('comments.delete', { params: { id } });
    expect(await types()).toEqual(['like']);
    await admin.call('posts.delete', { params: { id: post._id } });
    expect(await types()).toEqual([]);
  });
});

describe('the unread count', () => {
  it('counts what others did until it is marked read [ACT-28] [ACT-29]', async () => {
    expect(await unread()).toBe(0);
    const id = await comment(ana, 'one');
    await like(dan);
    await react(dan, id, 'like');
    await comment(admin, 'my own');
    await react(admin, id, 'like');
    expect(await unread()).toBe(3);
    const { status, body } = await markRead();
    expect([status, body.data]).toEqual([200, { unreadCount: 0 }]);
    expect(await unread()).toBe(0);
    await comment(dan, 'two');
    expect(await unread()).toBe(1);
  });

  it('is each admin’s own', async () => {
    const second = await harness.admin('second');
    await comment(ana, 'one');
    await comment(admin, 'two');
    expect([await unread(admin), await unread(second)]).toEqual([1, 2]);
    await markRead(admin);
    expect([await unread(admin), await unread(second)]).toEqual([0, 2]);
  });

  it('is reset by opening the activity, at its first page', async () => {
    await comment(ana, 'one');
    await like(ana);
    await list({ page: '2' });
    expect(await unread()).toBe(2);
    await list();
    expect(await unread()).toBe(0);
  });

  it('loses nothing that is done while the list is read', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [{ activities }, id] = await Promise.all([list(), comment(ana, 'meanwhile')]);
      const isListed = activities.some(({ _id }) => _id === id);
      expect(isListed || (await unread()) === 1).toBe(true);
      await list();
      expect(await unread()).toBe(0);
    }
  });

  it('is marked read no further than the app has seen, and never back', async () => {
    await comment(ana, 'one');
    const [one] = (await list()).activities;
    const upTo = one?.created_at ?? '';
    await comment(ana, 'two');
    const marked = await admin.call('activity.markRead', { body: { upTo } });
    expect(marked.body.data).toEqual({ unreadCount: 1 });
    await markRead();
    await admin.call('activity.markRead', { body: { upTo } });
    expect(await unread()).toBe(0);
    const unclear = await admin.send('activity.markRead', { upTo: 'now' });
    expect([unclear.status, Object.keys(unclear.body.fields ?? {})]).toEqual([400, ['upTo']]);
  });

  it('goes on after a clock that was ahead', async () => {
    const year = 365 * 24 * 60 * 60 * 1000;
    const id = await comment(ana, 'from next year');
    await like(dan);
    const ahead = { created_at: harness.clock.now() + year };
    await harness.context.db.write((tx) =>
      tx.updateTable('comments').set(ahead).where('id', '=', id).execute(),
    );
    await markRead();
    expect(await unread()).toBe(0);
    await comment(ana, 'now');
    expect(await unread()).toBe(1);
    await harness.context.db.write((tx) =>
      tx.updateTable('activity_reads').set({ read_at: ahead.created_at }).execute(),
    );
    await list();
    expect(await unread()).toBe(0);
    await comment(ana, 'later');
    expect(await unread()).toBe(1);
  });

  it('counts no more than a day where a clock was ahead at the last look, until the next one', async () => {
    const { db } = harness.context;
    const day = 24 * 60 * 60 * 1000;
    const id = await comment(ana, 'long ago');
    await markRead();
    await db.write(async (tx) => {
      const at = harness.clock.now();
      await tx
        .updateTable('comments')
        .set({ created_at: at - 2 * day })
        .where('id', '=', id)
        .execute();
      await tx
        .updateTable('activity_reads')
        .set({ read_at: at + 365 * day })
        .execute();
    });
    expect(await unread()).toBe(0);
    await comment(ana, 'today');
    expect(await unread()).toBe(1);
    await ana.call('comments.delete', { params: { id: (await list()).activities[0]?._id ?? '' } });
    await db.write((tx) =>
      tx
        .updateTable('activity_reads')
        .set({ read_at: harness.clock.now() + 365 * day })
        .execute(),
    );
    // Nothing counts, and the mark is put right nevertheless.
    await list();
    const { read_at } = await db.read
      .selectFrom('activity_reads')
      .select('read_at')
      .executeTakeFirstOrThrow();
    expect(read_at).toBeLessThan(harness.clock.now());
  });

  it('counts what comes after what an app with a fast clock has seen', async () => {
    await comment(ana, 'one');
    const upTo = new Date(harness.clock.now() + 50_000).toISOString();
    const marked = await admin.call('activity.markRead', { body: { upTo } });
    expect(marked.body.data).toEqual({ unreadCount: 0 });
    await comment(ana, 'two');
    expect(await unread()).toBe(1);
  });

  it('goes on counting open reports', async () => {
    const id = await comment(ana, 'bad');
    await dan.call('comments.report', { params: { id }, body: { reason: 'Spam' } });
    expect(await unread()).toBe(2);
    expect((await markRead()).body.data.unreadCount).toBe(1);
    await list();
    expect(await unread()).toBe(1);
    await admin.call('comments.handleReport', { params: { commentId: id }, body: { action: 'keep' } });
    expect(await unread()).toBe(0);
  });
});

describe('who may', () => {
  it('admins only [ACT-02] [ACT-03] [ACT-24] [ACT-25] [ACT-26] [ACT-27]', async () => {
    for (const [who, status] of [
      [harness.guest, 401],
      [ana, 403],
    ] as const) {
      for (const name of ['activity.list', 'activity.unreadCount', 'activity.markRead'] as const) {
        const answer = await who.call(name);
        expect([name, answer.status, answer.body.success]).toEqual([name, status, false]);
        expect(answer.body).not.toHaveProperty('activities');
      }
    }
  });

  it('learn of other admin paths that they do not exist; others that they may not ask [API-13] [API-14]', async () => {
    for (const method of ['GET', 'POST']) {
      for (const path of ['/api/admin/weather', '/api/admin/a/b?c=d', '/api/admin/']) {
        const ask = async (who: Pick<Person, 'fetch'>) => {
          const response = await who.fetch(path, { method });
          const body = (await response.json()) as { success: boolean; code: string };
          return [response.status, body.success, body.code];
        };
        expect(await ask(admin)).toEqual([404, false, 'NOT_FOUND']);
        expect(await ask(ana)).toEqual([403, false, 'ADMIN_REQUIRED']);
        expect(await ask(harness.guest)).toEqual([401, false, 'SIGN_IN_REQUIRED']);
      }
    }
  });
});
