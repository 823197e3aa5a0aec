import { spawnSync } from 'node:child_process';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { cardOf } from './harness/feed.ts';
import { newest } from './harness/gallery.ts';
import { expect, test } from './harness/test.ts';
import { videoFile } from './harness/video.ts';
import { caption, pick, pickWithThumbnail, publish } from './harness/video-form.ts';

const ffmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** Picks one of the small real videos, chooses a frame where the browser shows some, and publishes it. */
async function publishFile(page: Page, name: string, mimeType: string, hasFrames: boolean): Promise<void> {
  await page.goto('/new/video');
  const file = { name, mimeType, buffer: videoFile(name) };
  await (hasFrames ? pickWithThumbnail : pick)(page, file);
  await caption(page).fill(name);
  await publish(page).click();
}

/** The form says why it cannot take a file, as soon as it is picked. */
async function isRefused(page: Page, name: string, mimeType: string): Promise<void> {
  await page.goto('/new/video');
  await expect(page.getByText('MP4, WebM or MOV, up to 2GB')).toBeVisible();
  await pick(page, { name, mimeType, buffer: videoFile(name) });
  await expect(page.getByRole('alert')).toContainText('Browsers cannot play this kind of video');
}

/** What the newest post plays, in the browser: its measures and length, and whether its time runs. */
async function played(
  page: Page,
): Promise<{ width: number; height: number; duration: number; ran: boolean }> {
  const video = page.locator('[data-route="/home"] article').first().locator('video');
  await expect(video).toHaveAttribute('src', /./);
  return video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    const ran = await new Promise<boolean>((resolve) => {
      element.addEventListener('timeupdate', () => element.currentTime > 0 && resolve(true));
      element.addEventListener('error', () => resolve(false));
    });
    return { width: element.videoWidth, height: element.videoHeight, duration: element.duration, ran };
  });
}

async function stored(duet: Duet): Promise<{ bytes: Buffer; poster: Response }> {
  const post = await newest(duet);
  const bytes = Buffer.from(await (await fetch(new URL(post?.videoUrl ?? '', duet.url))).arrayBuffer());
  return { bytes, poster: await fetch(new URL(post?.thumbnailUrl ?? '', duet.url)) };
}

for (const [name, mimeType] of [
  ['phone.mp4', 'video/mp4'],
  ['clip-vp8.webm', 'video/webm'],
  ['phone.mov', 'video/quicktime'],
] as const) {
  test(`${name} goes through the app, plays, and says no place [VID-10, VID-11, VID-13]`, async ({
    adminPage: page,
    duet,
  }) => {
    test.slow();
    const given = videoFile(name);
    await publishFile(page, name, mimeType, true);
    await page.waitForURL(/\/home\?refresh=/, { timeout: 30_000 });
    expect(await newest(duet)).toMatchObject({ caption: name, postType: 'video' });
    const shown = await played(page);
    expect(shown).toMatchObject({ width: 160, height: 120, ran: true });
    expect(shown.duration).toBeGreaterThan(0.5);
    const { bytes, poster } = await stored(duet);
    expect([poster.status, poster.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
    if (name !== 'clip-vp8.webm') {
      // Its index stood at the end, and stands in front now.
      expect(given.indexOf('moov')).toBeGreaterThan(given.indexOf('mdat'));
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      expect(given.includes('+47.') || given.includes('loci') || given.includes('©xyz', 0, 'latin1')).toBe(
        true,
      );
      expect(bytes.includes('©xyz', 0, 'latin1')).toBe(false);
    }
  });
}

for (const [name, mimeType] of [
  ['clip.avi', 'video/x-msvideo'],
  ['clip.wmv', 'video/x-ms-wmv'],
] as const) {
  test(`${name} is refused with the reason where nothing converts it [VID-14, VID-15]`, async ({
    fresh,
    browser,
  }) => {
    const duet = await fresh({ DUET_FFMPEG: 'off' });
    const page = await duet.page(browser, await duet.admin());
    await isRefused(page, name, mimeType);
    const drafts = await (await duet.admin()).api.call(postsEndpoints['posts.drafts']);
    expect(drafts.data.total).toBe(0);
  });

  test(`${name} is ${ffmpeg ? 'converted, and plays then' : 'refused here too'} [VID-14, VID-15]`, async ({
    adminPage: page,
    duet,
  }) => {
    test.slow();
    if (!ffmpeg) return isRefused(page, name, mimeType);
    await publishFile(page, name, mimeType, false);
    await page.waitForURL(/\/home\?refresh=/, { timeout: 30_000 });
    const post = await newest(duet);
    expect(post?.caption).toBe(name);
    await expect(cardOf(page, post ?? { _id: '' }).locator('video')).toBeAttached({ timeout: 60_000 });
    expect(await played(page)).toMatchObject({ ran: true });
  });
}
