import { expect, it } from 'vitest';
import { activitySignals } from '../../test/activity-signals.ts';
import { createHarness, password } from '../../test/harness.ts';
import { renderNotice } from '../push/render.ts';

it('tells the admins of an account that waits, and again when it was decided', async () => {
  await using harness = await createHarness();
  const admin = await harness.admin();
  await admin.call('site.change', { body: { joining: 'approval' } });
  let id = '';
  const body = { username: 'maria_1', email: 'maria@example.org', password };
  const register = async () => {
    id = (await harness.guest.send('accounts.register', body)).body.data.user._id;
  };
  expect(await activitySignals(harness, register)).toBe(1);
  const approve = async () => void (await admin.call('accounts.approveUser', { params: { id } }));
  expect(await activitySignals(harness, approve)).toBe(1);
  expect(await activitySignals(harness, approve)).toBe(0);
});

it('says who waits in a notification that leads to the activity', () => {
  const notice = { kind: 'waiting', by: { id: 'one', name: 'maria_1' } } as const;
  expect(renderNotice(notice, 1, { language: 'en', showsText: false, site: 'Duet' })).toMatchObject({
    kind: 'waiting',
    title: 'maria_1 · Duet',
    body: 'Would like to join.',
    url: '/admin/activity',
  });
  // What a version before display names has stored, and has not sent.
  const former = JSON.parse('{"kind":"waiting","by":{"id":"one","username":"maria_1"}}');
  expect(renderNotice(former, 1, { language: 'ro', showsText: false, site: 'Duet' })).toMatchObject({
    title: 'maria_1 · Duet',
    body: 'Vrea un cont.',
  });
});
