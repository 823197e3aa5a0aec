import AxeBuilder from '@axe-core/playwright';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { publishText, uploadGalleryImage } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

/** Something in every section of the dashboard. */
async function furnish(duet: Duet): Promise<void> {
  const admin = await duet.admin();
  const [ana, ion] = [await duet.person('ana'), await duet.person('ion')];
  const post = await publishText(admin, '<p>Looked at</p>');
  const { data } = await ana.api.call(commentsEndpoints['comments.create'], {
    body: { postId: post._id, text: 'Buy cheap watches' },
  });
  await ion.api.call(commentsEndpoints['comments.report'], {
    params: { id: data.comment._id },
    body: { reason: 'Spam' },
  });
  const draft = await admin.api.call(postsEndpoints['posts.draft'], { body: { postType: 'gallery' } });
  await uploadGalleryImage(admin, draft.data.postId);
  await admin.api.call(postsEndpoints['posts.setLikes'], { params: { id: post._id }, body: { likes: 3 } });
}

async function expectSound(page: Page, part: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  const overflow = await page
    .locator(part)
    .last()
    .evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0);

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the admins' screens are sound for everybody: ${viewport.width} px, ${colorScheme}`, async ({
      duet,
      as,
    }) => {
      await furnish(duet);
      const page = await as(await duet.admin(), '/admin', { viewport, colorScheme, reducedMotion: 'reduce' });
      await page.locator('#splash').waitFor({ state: 'detached' });

      await test.step('dashboard', async () => {
        await expect(page.locator('[data-chart="signUps"]')).toBeVisible();
        await expect(page.locator('[data-comment-id]').first()).toBeVisible();
        await expectSound(page, '[data-route="/admin"]');
      });
      for (const name of ['Media Cleanup', 'Draft Cleanup']) {
        await test.step(name, async () => {
          await page.getByRole('button', { name }).click();
          await expect(page.getByRole('dialog', { name }).locator('[aria-busy="true"]')).toHaveCount(0);
          await expectSound(page, 'dialog[open]');
          await page.keyboard.press('Escape');
          await closed(page);
        });
      }
      await test.step('people', async () => {
        await page.goto('/admin/users');
        const other = page.locator('[data-user-id]').filter({ hasText: 'ana_' }).first();
        await expect(other).toBeVisible();
        await page.locator('#splash').waitFor({ state: 'detached' });
        await expectSound(page, '[data-route="/admin/users"]');
        await other.getByRole('button', { name: /^Edit/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectSound(page, 'dialog[open]');
      });
      for (const path of ['/admin/activity', '/admin/audit']) {
        await test.step(path, async () => {
          await page.goto(path);
          await page.locator('#splash').waitFor({ state: 'detached' });
          await expect(page.locator(`[data-route="${path}"]`).getByRole('listitem').first()).toBeVisible();
          await expectSound(page, `[data-route="${path}"]`);
        });
      }
    });
  }
}
