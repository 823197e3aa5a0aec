import type { Activity } from '@duet/contract/activity/shapes';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import type { JobResult } from '@duet/contract/dashboard/shapes';
import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import type { Invitation } from '@duet/contract/joining/shapes';
import type { Page } from '@playwright/test';
import { publishText } from './harness/posts.ts';
import { serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

/** Changes an answer, as a server gives it that is newer than the app which a phone has installed. */
async function changeAnswer<Answer>(
  page: Page,
  path: string,
  change: (answer: Answer) => void,
): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await serverAnswer(route);
      const answer = await response.json();
      change(answer);
      await route.fulfill({ response, json: answer });
    },
  );
}

test('a job that the app does not know is shown by its name', async ({ duet, as }) => {
  const page = await as(await duet.admin());
  await changeAnswer<{ data: { numbers: { jobs: JobResult[] } } }>(page, '/api/admin/numbers', ({ data }) => {
    data.numbers.jobs.push({ name: 'futureJob', last: null } as unknown as JobResult);
  });
  await page.goto('/admin');
  const jobs = page.getByRole('region', { name: 'Background work' });
  await expect(jobs.locator('[data-job="futureJob"]')).toContainText(/futureJob.*Nothing to do so far/);
  await expect(jobs.locator('[data-job="mediaGarbage"]')).toBeVisible();
});

test('an act that the app does not know leaves the others', async ({ duet, as }) => {
  const [admin, ana] = [await duet.admin(), await duet.person('ana')];
  const post = await publishText(admin, '<p>By the sea</p>');
  await ana.api.call(commentsEndpoints['comments.create'], { body: { postId: post._id, text: 'How blue' } });
  const page = await as(admin);
  await changeAnswer<{ activities: Activity[] }>(page, '/api/admin/activity', ({ activities }) => {
    const [act] = activities;
    if (act) activities.unshift({ ...act, _id: 'future', type: 'wave' } as unknown as Activity);
  });
  await page.goto('/admin/activity');
  await expect(page.locator('[data-activity-type]').first()).toContainText('How blue');
  await expect(page.locator('[data-activity-type="wave"]')).toHaveCount(0);
});

test('a state of an invitation that the app does not know is shown by its name', async ({ duet, as }) => {
  const admin = await duet.admin();
  const { data } = await admin.api.call(joiningEndpoints['invitations.create'], {
    body: { role: 'user' },
  });
  const page = await as(admin);
  await changeAnswer<{ data: { invitations: Invitation[] } }>(page, '/api/admin/invitations', (answer) => {
    for (const invitation of answer.data.invitations) {
      if (invitation._id === data.invitation._id) Object.assign(invitation, { state: 'paused' });
    }
  });
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.locator(`[data-invitation-id="${data.invitation._id}"]`)).toContainText('paused');
});
