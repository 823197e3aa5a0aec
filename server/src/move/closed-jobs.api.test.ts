import { cleanupConfirmation } from '@duet/contract/cleanup/constants';
import { hourMs } from '@duet/contract/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Client } from '../../test/client.ts';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { gallery } from '../../test/posts.ts';
import { strayFile } from '../../test/stray-files.ts';
import { begin } from '../../test/uploads.ts';
import { serverJobs } from '../jobs.ts';
import { removeStaleUploads } from '../uploads/garbage-collection.ts';
import { reopenSite } from './move.ts';
import { tablesOf } from './rows.ts';
import { closeTables } from './store-closing.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

async function close(): Promise<void> {
  const { db } = harness.context;
  await db.write(async (tx) => closeTables(db, tx, await tablesOf({ from: db, to: db })));
}

/** The site's new place may have the same bucket. */
it('a site that is closed to writing removes nothing of its store that its database does not know', async () => {
  const { context } = harness;
  const admin = await harness.admin();
  const key = await strayFile(harness, 'photos', 48 * hourMs);
  const { sessionId } = await begin(admin, 100_000);
  await context.db.write((tx) => tx.deleteFrom('upload_sessions').where('id', '=', sessionId).execute());
  const execute = () =>
    admin.call('cleanup.mediaExecute', { body: { confirm: cleanupConfirmation, directories: ['photos'] } });
  await close();
  await removeStaleUploads(context);
  const { status, body, headers } = await execute();
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'READ_ONLY', '30']);
  expect(await context.storage.stat(key)).not.toBeNull();
  expect(await context.openUploads.list()).toEqual([sessionId]);
  await reopenSite(context);
  await removeStaleUploads(context);
  expect((await execute()).status).toBe(200);
  expect(await context.storage.stat(key)).toBeNull();
  expect(await context.openUploads.list()).toEqual([]);
});

it('a site that is closed to writing logs no error of its background work, nor of who reads', async () => {
  const { context, clock } = harness;
  const admin = await harness.admin();
  const { body } = await admin.call('tokens.create', {
    body: { name: 'x', scopes: ['read'], expiresInDays: 365 },
  });
  const post = await gallery(admin, 2);
  await admin.call('posts.draft', { body: { postType: 'richText' } });
  await harness.guest.call('views.record', { body: { viewerId: crypto.randomUUID(), postIds: [post._id] } });
  await begin(admin, 100_000);
  await context.db.write((tx) =>
    tx.updateTable('media').set({ state: 'deleting' }).where('kind', '=', 'photo').execute(),
  );
  const { db } = context;
  await close();
  const logged = [vi.spyOn(context.log, 'error'), vi.spyOn(context.log, 'warn')];
  // So long that whatever is cleaned away by its age is due.
  clock.forward(40 * 24 * 60 * 60_000);
  const jobs = serverJobs(context);
  const running = context.jobs.start(jobs);
  const token = new Client(harness.url, body.data.token);
  expect((await token.fetch('/api/posts')).status).toBe(200);
  await eventually(async () => {
    const rows = await db.read.selectFrom('jobs').select(['name', 'lease_owner']).execute();
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['mediaGarbage', 'viewGarbage']));
    expect(rows.filter(({ lease_owner }) => lease_owner !== null)).toEqual([]);
  });
  await running[Symbol.asyncDispose]();
  expect(logged.flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(context.jobs.metrics().filter(({ failures }) => failures > 0)).toEqual([]);
});
