import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Client } from '../../test/client.ts';
import { eventually } from '../../test/eventually.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
import { gallery } from '../../test/posts.ts';
import { begin } from '../../test/uploads.ts';
import { serverJobs } from '../jobs.ts';
import { tablesOf } from './rows.ts';
import { closeTables } from './store-closing.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

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
  await db.write(async (tx) => closeTables(db, tx, await tablesOf({ from: db, to: db })));
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
