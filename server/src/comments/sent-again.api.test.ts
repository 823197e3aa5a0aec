import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { publishPost } from '../../test/published-post.ts';

let site: Harness;
let admin: Person;
let ana: Person;
let postId: string;
beforeEach(async () => {
  site = await createHarness();
  admin = await site.admin();
  ana = await site.person('anna');
  postId = (await publishPost(admin))._id;
});
afterEach(() => site[Symbol.asyncDispose]());

const send = (author: Person, clientId: string) =>
  author.call('comments.create', { body: { postId, text: 'once', clientId } });
const comments = async () => (await ana.call('comments.list', { params: { id: postId } })).body.data;

it('a comment that was deleted does not come back when its device sends it again', async () => {
  const deletions: Readonly<Record<string, (id: string) => Promise<{ status: number }>>> = {
    author: (id) => ana.call('comments.delete', { params: { id } }),
    admin: (id) => admin.call('comments.delete', { params: { id } }),
    report: (id) =>
      admin.call('comments.handleReport', { params: { commentId: id }, body: { action: 'delete' } }),
  };
  for (const [by, remove] of Object.entries(deletions)) {
    const { comment } = (await send(ana, by)).body.data;
    expect((await remove(comment._id)).status).toBe(200);
    const again = await send(ana, by);
    expect([again.status, again.body.code]).toEqual([404, 'COMMENT_NOT_FOUND']);
  }
  expect(await comments()).toMatchObject({ comments: [], pagination: { totalCount: 0 } });
  // Another person's device may call its own one so.
  expect((await send(admin, 'author')).status).toBe(200);
});

it('a comment that is deleted while its device sends it again is gone', async () => {
  const { comment } = (await send(ana, 'racing')).body.data;
  const [removed, ...sent] = await Promise.all([
    ana.call('comments.delete', { params: { id: comment._id } }),
    ...Array.from({ length: 8 }, () => send(ana, 'racing')),
  ]);
  expect(removed.status).toBe(200);
  for (const { status, body } of sent)
    expect(status === 404 || body.data.comment._id === comment._id).toBe(true);
  expect((await comments()).comments).toEqual([]);
});
