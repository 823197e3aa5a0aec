import type { Page } from '@playwright/test';
import { cardOf } from './harness/feed.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { openWithEvents } from './harness/requests.ts';
import { splashIsGone } from './harness/splash.ts';
import { expect, test } from './harness/test.ts';

const viewerOf = (page: Page) => page.getByRole('dialog', { name: 'Pictures' });

const moved = '::view-transition-group(opened-picture)';

/** Runs in the page: notes each view transition, what moved in it, and tasks that kept the page from answering. */
function noteMotion(): void {
  const noted = { moved: [] as string[], ended: 0, longest: 0 };
  Object.assign(globalThis, { noted });
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.then(() => {
      for (const { effect } of document.getAnimations()) {
        const pseudo = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
        if (pseudo?.startsWith('::view-transition')) noted.moved.push(pseudo);
      }
    });
    transition.finished.then(() => {
      noted.ended += 1;
    });
    return transition;
  };
}

/** Whether the picture grows, or goes back, right now. */
const isMoving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .some(
        ({ effect }) =>
          effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition'),
      ),
  );

interface Noted {
  readonly moved: readonly string[];
  readonly ended: number;
}
const noted = (page: Page) => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`a picture that is opened, where motion is ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });
    test(reducedMotion === 'reduce' ? 'is there at once' : 'grows from its tile', async ({ duet, page }) => {
      const post = await publishGallery(await duet.admin(), 3);
      await page.addInitScript(noteMotion);
      await page.goto('/home');
      await splashIsGone(page);
      const tile = cardOf(page, post).getByRole('button', { name: 'Open picture 2 of' });
      // Its code comes with the first press; from then on there is nothing to wait for.
      await tile.click();
      await expect(viewerOf(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(viewerOf(page)).toHaveCount(0);

      await tile.click();
      await expect(viewerOf(page).getByText('Picture 2 of 3')).toBeAttached();
      if (reducedMotion === 'reduce') {
        expect((await noted(page)).moved).toEqual([]);
        return;
      }
      await expect.poll(async () => (await noted(page)).ended).toBeGreaterThan(0);
      expect((await noted(page)).moved).toContain(moved);
      await expect(viewerOf(page)).toBeVisible();
    });

    test(
      reducedMotion === 'reduce' ? 'is gone at once' : 'goes back into its tile',
      async ({ duet, page }) => {
        const post = await publishGallery(await duet.admin(), 3);
        await page.goto('/home');
        await splashIsGone(page);
        const card = cardOf(page, post);
        await card.getByRole('button', { name: 'Open picture 1 of' }).click();
        await expect(viewerOf(page).getByText('Picture 1 of 3')).toBeAttached();
        // Into the tile of the picture that was looked at last.
        await page.keyboard.press('ArrowRight');
        await expect(viewerOf(page).getByText('Picture 2 of 3')).toBeAttached();
        // Swiped in: before that nothing of it can be seen that could go back.
        await expect(viewerOf(page).locator('.yarl__slide_current img')).toBeInViewport({ ratio: 0.99 });
        await page.evaluate(noteMotion);
        await page.evaluate(() => document.documentElement.style.setProperty('--quick', '20s'));
        await page.keyboard.press('Escape');
        await expect(viewerOf(page)).toHaveCount(0);
        if (reducedMotion === 'reduce') {
          expect((await noted(page)).moved).toEqual([]);
          return;
        }
        await expect.poll(async () => (await noted(page)).moved).toContain(moved);
        const tile = card.getByRole('button', { name: 'Open picture 2 of' }).locator('img');
        expect(await tile.evaluate((image) => getComputedStyle(image).viewTransitionName)).toBe(
          'opened-picture',
        );
        // What is pressed meanwhile is met.
        await card.getByRole('button', { name: 'Open picture 3 of' }).click();
        await expect(viewerOf(page)).toBeVisible();
      },
    );
  });
}

test('a picture that comes in the moment in which it is closed goes back into its tile', async ({
  duet,
  page,
}) => {
  const post = await publishGallery(await duet.admin(), 3);
  await page.goto('/home');
  await splashIsGone(page);
  const tile = cardOf(page, post).getByRole('button', { name: 'Open picture 1 of' });
  await expect
    .poll(() => tile.locator('img').evaluate((image: HTMLImageElement) => image.complete))
    .toBe(true);
  await page.route('**/media/**', () => undefined);
  await tile.click();
  await expect(viewerOf(page).getByText('Picture 1 of 3')).toBeAttached();
  await page.evaluate(noteMotion);
  const close = await viewerOf(page).getByRole('button', { name: 'Close' }).elementHandle();
  await viewerOf(page)
    .locator('.yarl__slide_current img')
    .evaluate((image, button) => {
      image.dispatchEvent(new Event('load'));
      (button as HTMLElement).click();
    }, close);
  await expect(viewerOf(page)).toHaveCount(0);
  await expect.poll(async () => (await noted(page)).ended).toBe(1);
  expect((await noted(page)).moved).toContain(moved);
});

test('a press while a picture grows is met', async ({ duet, page }) => {
  const post = await publishGallery(await duet.admin(), 3);
  await page.goto('/home');
  await splashIsGone(page);
  const tile = cardOf(page, post).getByRole('button', { name: 'Open picture 1 of' });
  await tile.click();
  await expect(viewerOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewerOf(page)).toHaveCount(0);
  // So slow that it still moves when the next press comes.
  await page.evaluate(() => document.documentElement.style.setProperty('--quick', '20s'));
  await tile.click();
  const close = viewerOf(page).getByRole('button', { name: 'Close' });
  await expect.poll(() => isMoving(page)).toBe(true);
  const { x, y, width, height } = (await close.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(viewerOf(page)).toHaveCount(0);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`a new post, where motion is ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });
    test(
      reducedMotion === 'reduce' ? 'stands at the top at once' : 'comes in at the top',
      async ({ duet, as }) => {
        const admin = await duet.admin();
        const former = await publishText(admin, '<p>What was there</p>');
        const page = await as(await duet.person('reader'));
        // What comes out before the stream is there is not told by it.
        await openWithEvents(page, '/home');
        await expect(cardOf(page, former)).toBeVisible();
        await page.evaluate(() => document.documentElement.style.setProperty('--quick', '20s'));
        const fresh = await publishText(admin, '<p>What is new</p>');
        await page.getByRole('button', { name: 'New posts' }).click();
        await expect(cardOf(page, fresh)).toBeAttached();
        const motions = (post: typeof fresh) =>
          cardOf(page, post).evaluate((card) =>
            (card.parentElement?.getAnimations() ?? []).flatMap(({ effect }) =>
              effect instanceof KeyframeEffect ? effect.getKeyframes().map(({ opacity }) => opacity) : [],
            ),
          );
        expect(await motions(fresh)).toEqual(reducedMotion === 'reduce' ? [] : ['0', '1']);
        expect(await motions(former)).toEqual([]);
      },
    );
  });
}
