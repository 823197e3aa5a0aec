import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { draft, gallery, richText, upload } from '../../test/posts.ts';
import { storedMedia } from '../../test/stored.ts';

const day = 24 * 60 * 60 * 1000;
const names = ['posts.drafts', 'posts.deleteOldDrafts', 'posts.deleteAllDrafts'] as const;

let harness: Harness;
let admin: Person;

beforeEach(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

const list = async () => (await admin.call('posts.drafts')).body.data;
/** Makes a draft so many ms old; answers when it was made. */
async function setAge(id: string, ms: number): Promise<string> {
  const made = harness.clock.now() - ms;
  await harness.context.db.write((tx) =>
    tx.updateTable('posts').set({ created_at: made }).where('id', '=', id).execute(),
  );
  return new Date(made).toISOString();
}
const audited = () =>
  harness.context.db.read
    .selectFrom('audit')
    .select(['actor_id', 'details'])
    .where('action', '=', 'drafts.cleanup')
    .execute();

describe('the drafts', () => {
  it('are listed with age and content, the newest first, published posts not [DRAFT-01] [DRAFT-11] [DRAFT-32] [DRAFT-37] [DRAFT-38] [DRAFT-40] [DRAFT-41] [DRAFT-42] [DRAFT-43] [DRAFT-44] [DRAFT-45] [DRAFT-46] [DRAFT-47] [DRAFT-48] [DRAFT-49] [DRAFT-50] [DRAFT-51]', async () => {
    await richText(admin);
    const ages = [8 * day, 7 * day, 7 * day - 60_000, 6 * day];
    const ids: string[] = [];
    const made: string[] = [];
    for (const age of ages) {
      const id = await draft(admin, 'gallery');
      made.push(await setAge(id, age));
      ids.push(id);
    }
    await admin.call('posts.update', {
      params: { id: ids[3] ?? '' },
      body: { caption: 'By the sea', content: '<p>Once</p>' },
    });
    const { status, body } = await admin.call('posts.drafts');
    expect([status, body.success]).toEqual([200, true]);
    const summary = body.data;
    expect(summary).toMatchObject({ total: 4, oldDrafts: 2, newDrafts: 2 });
    expect(summary.drafts.map(({ _id, ageInDays, isOld }) => [_id, ageInDays, isOld])).toEqual([
      [ids[3], 6, false],
      [ids[2], 6, false],
      [ids[1], 7, true],
      [ids[0], 8, true],
    ]);
    expect(summary.drafts[0]).toEqual({
      _id: ids[3],
      postType: 'gallery',
      username: 'admin',
      displayName: '',
      created_at: made[3],
      ageInDays: 6,
      isOld: false,
      caption: 'By the sea',
      content: '<p>Once</p>',
    });
  });

  it('are not there: an empty list', async () => {
    expect(await list()).toEqual({ total: 0, oldDrafts: 0, newDrafts: 0, drafts: [] });
    const { body } = await admin.call('posts.deleteAllDrafts');
    expect(body).toEqual({ success: true, data: { deletedCount: 0, mediaFilesDeleted: 0 } });
    expect(await audited()).toEqual([]);
  });

  it('are for admins: others are refused before anything is deleted [DRAFT-02] [DRAFT-03] [DRAFT-04] [DRAFT-05] [DRAFT-06] [DRAFT-07] [DRAFT-39]', async () => {
    const ana = await harness.person('anna');
    await setAge(await draft(admin), 9 * day);
    for (const [who, status, error] of [
      [harness.guest, 401, 'Please sign in to continue.'],
      [ana, 403, 'Access denied. Admin privileges required.'],
    ] as const) {
      for (const name of names) {
        const answer = await who.call(name);
        expect([answer.status, answer.body.success, answer.body.error]).toEqual([status, false, error]);
      }
    }
    expect((await list()).total).toBe(1);
  });
});

describe('deleting drafts', () => {
  /** Makes as many drafts as that; answers the id of one of them. */
  async function manyDrafts(count: number): Promise<string> {
    const first = await draft(admin, 'gallery');
    const row = await harness.context.db.read
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: count - 1 }, () => ({ ...row, id: harness.context.ids.next() }));
    await harness.context.db.write(async (tx) => {
      for (const each of more) await tx.insertInto('posts').values(each).execute();
    });
    return first;
  }

  it('takes the old ones, and leaves the files that only they used to the media cleanup [DRAFT-22] [DRAFT-33] [DRAFT-52] [DRAFT-53]', async () => {
    const published = await gallery(admin, 1);
    const [old, fresh] = [await draft(admin, 'gallery'), await draft(admin, 'gallery')];
    const [mine, shared] = [await upload(admin, old), await upload(admin, old)];
    await upload(admin, fresh);
    await admin.call('posts.update', {
      params: { id: published._id },
      body: { mediaUrls: [...published.mediaUrls, shared.url] },
    });
    await setAge(old, 7 * day);
    await setAge(fresh, 7 * day - 60_000);
    const { status, body } = await admin.call('posts.deleteOldDrafts');
    expect([status, body]).toEqual([200, { success: true, data: { deletedCount: 1, mediaFilesDeleted: 1 } }]);
    expect((await list()).drafts.map(({ _id }) => _id)).toEqual([fresh]);
    expect((await admin.fetch(mine.url)).status).toBe(200);
    expect((await admin.fetch(shared.url)).status).toBe(200);
    expect((await storedMedia(harness)).states).toEqual(Array(4).fill('ready'));
    expect((await admin.call('posts.detail', { params: { id: published._id } })).status).toBe(200);
  });

  it('takes all of them, more than one transaction holds [DRAFT-23] [DRAFT-34]', async () => {
    await upload(admin, await manyDrafts(121));
    const kept = await richText(admin);
    const { body } = await admin.call('posts.deleteAllDrafts');
    expect(body.data).toEqual({ deletedCount: 121, mediaFilesDeleted: 1 });
    expect((await list()).total).toBe(0);
    expect((await storedMedia(harness)).states).toEqual(['ready']);
    expect((await admin.call('posts.detail', { params: { id: kept._id } })).status).toBe(200);
  });

  onOneServer(
    'answers and audits what was deleted where a later transaction fails, and goes on when called again',
    async () => {
      await manyDrafts(121);
      const { db } = harness.context;
      const write = db.write.bind(db);
      const failing = vi
        .spyOn(db, 'write')
        .mockImplementationOnce(write)
        .mockRejectedValueOnce(new Error('the disk is away'));
      const { body } = await admin.call('posts.deleteAllDrafts');
      failing.mockRestore();
      expect(body.data).toEqual({ deletedCount: 100, mediaFilesDeleted: 0, interrupted: true });
      expect((await list()).total).toBe(21);
      const lines = await audited();
      expect(lines.map(({ details }) => JSON.parse(details).drafts)).toEqual([100]);
      const rest = await admin.call('posts.deleteAllDrafts');
      expect(rest.body.data).toEqual({ deletedCount: 21, mediaFilesDeleted: 0 });
    },
  );

  it('is written down with its counts', async () => {
    await upload(admin, await draft(admin, 'gallery'));
    await admin.call('posts.deleteAllDrafts');
    expect(await audited()).toEqual([
      { actor_id: admin.id, details: JSON.stringify({ which: 'all', drafts: 1, files: 1 }) },
    ]);
  });

  it('counts a draft once, however many delete at once', async () => {
    for (let n = 0; n < 5; n++) await draft(admin);
    const answers = await Promise.all([0, 1, 2].map(() => admin.call('posts.deleteAllDrafts')));
    const counts = answers.map(({ body }) => body.data.deletedCount);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  it('has a limit of its own an hour', async () => {
    await using limited = await createHarness({ config: { rateLimit: 1 } });
    const one = await limited.admin();
    for (let n = 0; n < 6; n++) expect((await one.call('posts.deleteOldDrafts')).status).toBe(200);
    const refused = await one.call('posts.deleteOldDrafts');
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_OFTEN']);
  });
});
