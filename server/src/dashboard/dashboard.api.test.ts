import { expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createHarness } from '../../test/harness.ts';
import { serverCount } from '../../test/on-one-server.ts';
import { draft, gallery, richText } from '../../test/posts.ts';

const day = 24 * 60 * 60 * 1000;

it('says how the last run of each background job ended', async () => {
  await using harness = await createHarness();
  const admin = await harness.admin();
  const jobs = async () => (await admin.call('dashboard.stats')).body.data.numbers.jobs;
  const ended = { endedAt: expect.any(String), durationMs: expect.any(Number), failed: false };
  await eventually(async () =>
    expect(await jobs()).toEqual([
      { name: 'mediaGarbage', last: ended },
      { name: 'uploadGarbage', last: ended },
      { name: 'viewGarbage', last: null },
      { name: 'conversions', last: null },
      { name: 'notifications', last: null },
    ]),
  );
  // Each server has those of what ran on it; the balancer asks one after the other.
  const ofServers: string[] = [];
  while (ofServers.length < serverCount) ofServers.push(await (await fetch(`${harness.url}/metrics`)).text());
  const metrics = ofServers.join('');
  expect(metrics).toContain('duet_job_runs_total{job="mediaGarbage"} 1\n');
  expect(metrics).toContain('duet_job_failures_total{job="mediaGarbage"} 0\n');
  expect(metrics).toMatch(/^duet_job_last_duration_seconds\{job="mediaGarbage"\} [\d.]+$/m);
  expect(metrics).not.toContain('duet_job_last_duration_seconds{job="conversions"}');
});

it('says how the site is, and what happened each day', async () => {
  await using harness = await createHarness();
  let admin = await harness.admin();
  const figures = async () => (await admin.call('dashboard.stats')).body.data.numbers;
  expect(await figures()).toMatchObject({
    posts: { published: 0, drafts: 0 },
    people: { active: 1, admins: 1, deleted: 0 },
    comments: 0,
    storage: { files: 0, bytes: 0 },
    failedVideos: 0,
    lastBackup: null,
    backupFailure: null,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });

  const { _id: postId } = await gallery(admin, 2);
  await richText(admin);
  await draft(admin);
  const [ana, ion] = [await harness.person('anna'), await harness.person('ionn')];
  await ana.call('posts.like', { body: { postId } });
  await ana.call('comments.create', { body: { postId, text: 'hello' } });
  await ana.call('views.record', { body: { postIds: [postId] } });
  await admin.call('accounts.deleteUser', { params: { id: ion.id } });
  harness.clock.forward(2 * day);
  admin = await harness.signIn('admin');
  await (await harness.signIn('anna')).call('views.record', { body: { postIds: [postId] } });
  await harness.guest.call('views.record', { body: { postIds: [postId], viewerId: 'x' } });

  const now = await figures();
  expect(now).toMatchObject({
    posts: { published: 2, drafts: 1 },
    people: { active: 2, admins: 1, deleted: 1 },
    comments: 1,
    storage: { files: 2 },
  });
  expect(now.storage.bytes).toBeGreaterThan(0);
  expect(now.days).toHaveLength(30);
  expect(now.days.at(-1)).toEqual({
    day: new Date(harness.clock.now()).toISOString().slice(0, 10),
    views: 2,
    likes: 0,
    signUps: 0,
  });
  expect(now.days.at(-3)).toMatchObject({ views: 1, likes: 1, signUps: 3 });
  const total = (name: 'views' | 'likes' | 'signUps') => now.days.reduce((sum, each) => sum + each[name], 0);
  expect([total('views'), total('likes'), total('signUps')]).toEqual([3, 1, 3]);
});
