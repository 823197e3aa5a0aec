import { openComments, sheet } from './harness/comments.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

test('comments that are opened again stay open when the entry of the first ones is taken back late', async ({
  duet,
  as,
}) => {
  const post = await publishText(await duet.admin(), '<p>Read me</p>');
  const page = await as(await duet.person(), '/home');
  // As in a browser that is too busy to take an entry back in time.
  await page.addInitScript((ms) => {
    const { go } = history;
    history.go = (steps) => {
      document.documentElement.dataset.takenBack = 'late';
      setTimeout(() => go.call(history, steps), ms);
    };
  }, 2500);
  await page.goto(`/post/${post._id}`);
  const layer = () => page.evaluate(() => (history.state as { layer?: number } | null)?.layer);
  await openComments(page, post);
  const takenBack = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true })),
  );
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  // What opens before that takes the entry over.
  await expect(page.locator('html')).toHaveAttribute('data-taken-back', 'late');
  await openComments(page, post);
  await takenBack;
  await expect.poll(layer).toBe(1);
  await expect(sheet(page)).not.toHaveAttribute('data-leaving');
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(`/post/${post._id}`);
  await page.goBack();
  await expect(page).toHaveURL('/home');
});
