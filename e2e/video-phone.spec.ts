import type { Locator } from '@playwright/test';
import { cards, loginPrompt, publishMany } from './harness/feed.ts';
import { asVideos, isPaused, seek, start, video } from './harness/playback.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

test.describe('on an iPhone, where the whole screen shows the video itself and the document does not tell', () => {
  test.beforeEach(async ({ duet, page }) => {
    await publishText(await duet.admin(), '<p>The newest</p>');
    await page.addInitScript(() => {
      Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined });
      Object.defineProperty(Document.prototype, 'fullscreenElement', { get: () => null });
      let shown: HTMLVideoElement | null = null;
      Object.defineProperties(HTMLVideoElement.prototype, {
        webkitDisplayingFullscreen: {
          get() {
            return shown === this;
          },
        },
        webkitEnterFullscreen: {
          value() {
            shown = this;
          },
        },
        webkitExitFullscreen: {
          value() {
            shown = null;
          },
        },
      });
    });
  });
  const isFull = (card: Locator) =>
    video(card).evaluate(
      (element) => (element as unknown as { webkitDisplayingFullscreen: boolean }).webkitDisplayingFullscreen,
    );

  test('a guest who is stopped at 60 s sees the question to sign in [VID-39, VID-40]', async ({ page }) => {
    await asVideos(page);
    await page.goto('/home');
    const card = cards(page).first();
    await start(card);
    await card.getByRole('button', { name: 'Full screen' }).click();
    expect(await isFull(card)).toBe(true);
    await seek(card, 59.5);
    await expect(loginPrompt(page)).toBeVisible();
    expect(await isFull(card)).toBe(false);
  });

  test('a video plays on there while the page behind it is laid out anew [VID-38]', async ({
    duet,
    page,
  }) => {
    await publishMany(await duet.admin(), 6);
    await asVideos(page);
    await page.goto('/home');
    const [card, other] = [cards(page).first(), cards(page).nth(6)];
    await start(card);
    await card.getByRole('button', { name: 'Full screen' }).click();
    await other.scrollIntoViewIfNeeded();
    // Whoever watches too hears of it in the same turn as the player.
    await video(card).evaluate(
      (element) =>
        new Promise<void>((resolve) => {
          new IntersectionObserver(([entry]) => entry?.isIntersecting || resolve()).observe(element);
        }),
    );
    expect(await isPaused(card)).toBe(false);
  });
});
