import type { Report, ReportReason } from '@duet/contract/comments/shapes';
import type { Post } from '@duet/contract/posts/shapes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { publishPost } from '../../test/published-post.ts';

let harness: Harness;
let admin: Person;
let ana: Person;
let dan: Person;
let eva: Person;
let post: Post;

beforeAll(async () => {
  harness = await createHarness();
  [admin, ana, dan, eva] = await Promise.all([
    harness.admin(),
    harness.person('anna'),
    harness.person('daniel'),
    harness.person('evelyn'),
  ]);
  post = await publishPost(admin);
});
afterAll(() => harness[Symbol.asyncDispose]());

const written = async (text: string) =>
  (await ana.call('comments.create', { body: { postId: post._id, text } })).body.data.comment._id;
const report = (who: Person, id: string, reason: ReportReason) =>
  who.call('comments.report', { params: { id }, body: { reason } });
const open = async () => (await admin.call('comments.reports')).body.data.reports;
const openOf = async (id: string) => (await open()).find(({ comment }) => comment._id === id);
const handle = (commentId: string, action: 'keep' | 'delete') =>
  admin.call('comments.handleReport', { params: { commentId }, body: { action } });
const unread = async () => (await admin.call('activity.unreadCount')).body.data.unreadCount;

describe('reporting', () => {
  it('takes the four reasons, and counts them for admins only [COM-15] [COM-28]', async () => {
    for (const reason of ['Spam', 'Inappropriate Content', 'Harassment', 'Other'] as const) {
      const id = await written(`bad: ${reason}`);
      const { status, body } = await report(dan, id, reason);
      expect([status, body.data.comment._id]).toEqual([200, id]);
      expect(body.data.comment).not.toHaveProperty('reports');
      expect((await openOf(id))?.reasons).toEqual([{ reason, count: 1 }]);
      const { comments } = (await admin.call('comments.list', { params: { id: post._id } })).body.data;
      expect(comments[0]?.reports).toEqual([{ reason, count: 1 }]);
    }
    const id = await written('fine');
    for (const body of [{ reason: 'Boring' }, {}, { reason: 'spam' }]) {
      const refused = await dan.send('comments.report', body, { id });
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['reason']]);
    }
    const { comments } = (await admin.call('comments.list', { params: { id: post._id } })).body.data;
    expect(comments[0]?.reports).toEqual([]);
  });

  it('counts one report for a person; the second replaces the reason', async () => {
    const id = await written('bad');
    await report(dan, id, 'Spam');
    await report(dan, id, 'Harassment');
    await report(eva, id, 'Harassment');
    expect((await openOf(id))?.reasons).toEqual([{ reason: 'Harassment', count: 2 }]);
    await report(eva, id, 'Other');
    expect((await openOf(id))?.reasons).toEqual([
      { reason: 'Harassment', count: 1 },
      { reason: 'Other', count: 1 },
    ]);
  });

  it('is not for one’s own comment, not for guests, not of nothing', async () => {
    const id = await written('mine');
    const own = await report(ana, id, 'Spam');
    expect([own.status, own.body.error]).toEqual([403, 'You cannot report your own comment.']);
    const guest = await harness.guest.call('comments.report', { params: { id }, body: { reason: 'Spam' } });
    expect(guest.status).toBe(401);
    expect((await report(dan, 'none', 'Spam')).status).toBe(404);
    expect(await openOf(id)).toBeUndefined();
  });
});

describe('the reports', () => {
  it('have the comment, its post and the reasons, the newest first [COM-23]', async () => {
    const [first, second] = [await written('first'), await written('second')];
    await report(dan, second, 'Spam');
    harness.clock.forward(1000);
    await report(dan, first, 'Other');
    const [newest, next] = await open();
    expect([newest?.comment._id, next?.comment._id]).toEqual([first, second]);
    expect(newest).toEqual({
      comment: expect.objectContaining({ text: 'first', reports: [{ reason: 'Other', count: 1 }] }),
      post: {
        _id: post._id,
        postType: 'richText',
        title: '',
        caption: '',
        username: 'admin',
        displayName: '',
      },
      reasons: [{ reason: 'Other', count: 1 }],
      reporters: [
        {
          _id: dan.id,
          username: 'daniel',
          displayName: '',
          reason: 'Other',
          created_at: expect.stringMatching(/Z$/),
        },
      ],
      reported_at: expect.stringMatching(/Z$/),
    });
    expect((await admin.call('comments.reports', { query: { status: 'open' } })).status).toBe(200);
    expect((await admin.fetch('/api/admin/reports?status=lost')).status).toBe(400);
  });

  it('are closed by keeping the comment, until the next report', async () => {
    const id = await written('arguable');
    const before = await unread();
    await report(dan, id, 'Spam');
    expect(await unread()).toBe(before + 1);
    const { status, body } = await handle(id, 'keep');
    expect([status, body.data.deleted, body.data.comment.reports]).toEqual([200, false, []]);
    expect(await openOf(id)).toBeUndefined();
    expect(await unread()).toBe(before);
    expect((await handle(id, 'keep')).status).toBe(200);
    await report(eva, id, 'Other');
    expect((await openOf(id))?.reasons).toEqual([{ reason: 'Other', count: 1 }]);
  });

  it('are not closed by who has not seen the newest of them, or the text of now', async () => {
    const id = await written('arguable');
    await report(dan, id, 'Spam');
    const seenOf = ({ reported_at, comment }: Report) => ({ reported_at, updated_at: comment.updated_at });
    const seen = async () => {
      const now = await openOf(id);
      return now && seenOf(now);
    };
    const handleSeen = (action: 'keep' | 'delete', as: Awaited<ReturnType<typeof seen>>) =>
      admin.call('comments.handleReport', { params: { commentId: id }, body: { action, seen: as } });
    const expectRefused = async (refused: Awaited<ReturnType<typeof handleSeen>>) => {
      expect([refused.status, refused.body.code]).toEqual([412, 'CHANGED_MEANWHILE']);
      expect(refused.body.data).toEqual({ report: (await openOf(id)) ?? null });
    };
    const first = await seen();
    harness.clock.forward(1000);
    await report(eva, id, 'Harassment');
    await expectRefused(await handleSeen('keep', first));
    expect((await openOf(id))?.reasons).toHaveLength(2);
    const second = await seen();
    harness.clock.forward(1000);
    await ana.call('comments.update', { params: { id }, body: { text: 'kind' } });
    await expectRefused(await handleSeen('delete', second));
    const third = await seen();
    expect((await handleSeen('keep', third)).status).toBe(200);
    // The answer was lost.
    expect((await handleSeen('keep', third)).status).toBe(200);
    harness.clock.forward(1000);
    await ana.call('comments.update', { params: { id }, body: { text: 'kinder' } });
    await expectRefused(await handleSeen('delete', third));
    await report(eva, id, 'Other');
    expect((await handleSeen('delete', await seen())).body.data.deleted).toBe(true);
    const unclear = await admin.send(
      'comments.handleReport',
      { action: 'keep', seen: { reported_at: 'today', updated_at: 'x' } },
      { commentId: id },
    );
    expect([unclear.status, Object.keys(unclear.body.fields ?? {})]).toEqual([
      400,
      ['seen.reported_at', 'seen.updated_at'],
    ]);
  });

  it('name who reported what, and leave a line in the audit when they are handled', async () => {
    const id = await written('bad');
    await report(dan, id, 'Spam');
    await report(eva, id, 'Other');
    expect((await openOf(id))?.reporters.map(({ username, reason }) => [username, reason])).toEqual([
      [dan.user.username, 'Spam'],
      [eva.user.username, 'Other'],
    ]);
    await handle(id, 'keep');
    await admin.call('comments.delete', { params: { id } });
    const { lines } = (await admin.call('audit.list', { query: { limit: '2' } })).body.data;
    expect(lines.map(({ action, details }) => [action, details])).toEqual([
      ['comment.delete', { comment: id }],
      ['report.keep', { comment: id }],
    ]);
  });

  it('are closed by deleting the comment', async () => {
    const id = await written('too much');
    const count = async () =>
      (await ana.call('posts.detail', { params: { id: post._id } })).body.data.post.comment_count;
    const before = await count();
    await report(dan, id, 'Harassment');
    const { status, body } = await handle(id, 'delete');
    expect([status, body.data.deleted, body.data.comment._id]).toEqual([200, true, id]);
    expect(await openOf(id)).toBeUndefined();
    expect(await count()).toBe(before - 1);
    expect((await handle(id, 'delete')).status).toBe(404);
  });

  it('are the admins’ alone', async () => {
    const id = await written('x');
    for (const [who, status] of [
      [harness.guest, 401],
      [ana, 403],
    ] as const) {
      expect((await who.call('comments.reports')).status).toBe(status);
      const handled = await who.call('comments.handleReport', {
        params: { commentId: id },
        body: { action: 'delete' },
      });
      expect(handled.status).toBe(status);
    }
    const unclear = await admin.send('comments.handleReport', { action: 'ignore' }, { commentId: id });
    expect([unclear.status, unclear.body.fields]).toEqual([400, { action: 'Action must be keep or delete' }]);
  });
});
