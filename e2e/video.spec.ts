import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page, Request } from '@playwright/test';
import { toastOf } from './harness/feed.ts';
import { newest } from './harness/gallery.ts';
import { picture } from './harness/picture.ts';
import { runAheadUntil, stopTimeAtTimers } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo, videoFile } from './harness/video.ts';
import {
  bodyOf,
  caption,
  frames,
  isAction,
  mp4,
  offerEveryType,
  type Picked,
  pick,
  pickWithThumbnail,
  publish,
} from './harness/video-form.ts';

const chunkBytes = 262_144;

/** Notes every state that the upload shows, as 'phase percent'. */
const watchProgress = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const region = document.querySelector<HTMLElement>('[data-phase]');
      const shown = `${region?.dataset.phase} ${region?.querySelector('progress')?.value}`;
      if (region && seen.at(-1) !== shown) seen.push(shown);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
const seenProgress = (page: Page) =>
  page.evaluate(() => (window as { seen?: string[] }).seen ?? []) as Promise<string[]>;

test.describe('a new video', () => {
  test.beforeEach(async ({ adminPage }) => {
    await adminPage.goto('/new/video');
    await expect(adminPage.getByRole('button', { name: 'Choose a video' })).toBeVisible();
  });

  test('is checked, gets a thumbnail, and goes out in chunks of 262144 bytes with its caption [VID-01, VID-03, VID-04, VID-05, VID-06, VID-25, VID-26, VID-27, VID-28, VID-29, VID-30, VID-31, VID-35, UPL-08, UPL-15, POST-67, SHELL-33]', async ({
    adminPage: page,
    duet,
  }) => {
    await expect(page.getByText('up to 2GB')).toBeVisible();
    await page.evaluate(() => {
      const asked: unknown[] = [];
      Object.assign(window, { asked });
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (callback, type, quality) {
        asked.push([type, quality]);
        toBlob.call(this, callback, type, quality);
      };
    });
    await pickWithThumbnail(page, mp4(1_000_000));
    await caption(page).fill('  The first steps  ');
    await page.getByRole('switch', { name: 'Only for us' }).check();

    const calls: string[] = [];
    const chunks: Request[] = [];
    page.on('request', (request) => {
      const action = /action=([\w-]+)/.exec(request.url())?.[1];
      if (request.url().endsWith('/api/posts/draft')) calls.push('draft');
      if (action && calls.at(-1) !== action) calls.push(action);
      if (isAction('upload')(request)) chunks.push(request);
    });
    await watchProgress(page);
    const finished = page.waitForRequest(isAction('finalize-with-post'));
    const begun = page.waitForRequest(isAction('init'));
    await publish(page).click();
    expect(bodyOf(await begun)).toEqual({
      fileName: 'us.mp4',
      fileSize: 1_000_000,
      fileType: 'video/mp4',
      chunkSize: chunkBytes,
      // By which another device finds it.
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      draftId: expect.any(String),
    });
    const body = bodyOf(await finished);
    expect(body).toMatchObject({ caption: 'The first steps', adminOnlyVisibility: true });
    expect(Buffer.from(body.thumbnailBlob, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    await page.waitForURL(/\/home\?refresh=\d{13}$/);
    expect(calls).toEqual(['draft', 'init', 'upload', 'finalize-with-post']);
    const heads = await Promise.all(chunks.map((chunk) => chunk.allHeaders()));
    expect(heads.map((head) => `${head['content-length']} ${head['content-type']}`).toSorted()).toEqual([
      `${1_000_000 - 3 * chunkBytes} application/octet-stream`,
      ...Array(3).fill(`${chunkBytes} application/octet-stream`),
    ]);
    const shown = await seenProgress(page);
    expect(shown[0]).toMatch(/^preparing 0/);
    expect(shown.filter((one) => one.startsWith('uploading'))[0]).toBe('uploading 5');
    expect(shown).toContain('finalizing 95');
    expect(shown.at(-1)).toBe('complete 100');
    expect(await page.evaluate(() => (window as { asked?: unknown[] }).asked?.[0])).toEqual([
      'image/jpeg',
      0.9,
    ]);
    const post = await newest(duet);
    expect(post).toMatchObject({
      _id: body.draftId,
      postType: 'video',
      caption: 'The first steps',
      adminOnlyVisibility: true,
    });
    expect(post?.thumbnailUrl).toBeTruthy();
  });

  test('says what is wrong with a file, and asks for a thumbnail [VID-02, VID-16, VID-17, VID-18, VID-20, VID-21, VID-22]', async ({
    adminPage: page,
  }) => {
    await publish(page).click();
    await expect(page.getByText('This field is required')).toBeVisible();
    const refused: readonly (readonly [Picked, string])[] = [
      [{ ...mp4(), name: 'a.mkv', mimeType: 'video/x-matroska' }, 'Only MP4, WebM, Ogg, MOV, AVI and WMV'],
      [{ ...mp4(), buffer: Buffer.alloc(0) }, 'This file is empty.'],
      [{ ...mp4(), buffer: Buffer.from('not a video at all') }, 'This video cannot be read.'],
      [{ ...mp4(), buffer: videoFile('sound-only.mp4') }, 'no valid dimensions'],
    ];
    for (const [file, text] of refused) {
      await pick(page, file);
      await expect(page.getByText(text)).toBeVisible();
    }
    await page.locator('form :not(li) > input[type=file]').evaluate((input: HTMLInputElement) => {
      const file = new File(['x'], 'long.mp4', { type: 'video/mp4' });
      Object.defineProperty(file, 'size', { value: 2_147_483_649 });
      Object.defineProperty(input, 'files', { value: [file], configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
      delete (input as { files?: unknown }).files;
    });
    await expect(page.getByText('Maximum size is 2GB')).toBeVisible();

    await pick(page, mp4());
    await expect(frames(page)).toHaveCount(6);
    await publish(page).click();
    await expect(page.getByText('A thumbnail must be chosen before publish')).toBeVisible();
    await frames(page).first().click();
    await expect(page.getByText('A thumbnail must be chosen before publish')).toHaveCount(0);

    await page.evaluate(() => {
      Object.defineProperty(HTMLVideoElement.prototype, 'duration', { get: () => Number.POSITIVE_INFINITY });
    });
    await page.getByRole('button', { name: 'Choose another' }).click();
    await pick(page, mp4());
    await expect(page.getByText('no valid duration')).toBeVisible();
  });

  test('a type that this browser cannot open is left to the server [VID-13, VID-14, VID-15]', async ({
    adminPage: page,
  }) => {
    await offerEveryType(page);
    await page.reload();
    await pick(page, { name: 'old.wmv', mimeType: 'video/x-ms-wmv', buffer: videoFile('clip.wmv') });
    await expect(page.getByText('This browser cannot show this video.')).toBeVisible();
    const begun = page.waitForRequest(isAction('init'));
    await publish(page).click();
    expect(bodyOf(await begun)).toMatchObject({ fileName: 'old.wmv', fileType: 'video/x-ms-wmv' });
    // With ffmpeg it is taken, without it is refused with the reason.
    const refusal = page.locator('.toast').filter({ hasText: /cannot convert|Post published/ });
    await expect(refusal).toBeVisible({ timeout: 20_000 });
  });

  test('its thumbnail is at most 800 px, from any moment or a picture, and says when it fails [VID-34, VID-35, VID-36]', async ({
    adminPage: page,
  }) => {
    await pickWithThumbnail(page, mp4());
    await page.getByLabel('Any moment').fill('1.2');
    await expect(frames(page).nth(1)).toHaveAttribute('aria-pressed', 'false');
    await page
      .locator('form input[type=file][accept="image/*"]')
      .setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: Buffer.from(picture(1600, 900)) });
    const poster = page.locator('form video');
    await expect(poster).toHaveAttribute('poster', /^data:image\/jpeg/);
    await expect
      .poll(() =>
        poster.evaluate(async (video: HTMLVideoElement) => {
          const image = new Image();
          image.src = video.poster;
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }),
      )
      .toEqual([800, 450]);
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
    });
    await page.getByLabel('Any moment').fill('0.4');
    await expect(toastOf(page, 'Failed to create thumbnail')).toBeVisible();
  });
});

test('metadata that does not come within 10 s refuses the file [VID-19]', async ({ adminPage: page }) => {
  await page.goto('/new/video');
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'src', { set: () => undefined });
  });
  const almost = await stopTimeAtTimers(page);
  await pick(page, mp4());
  await almost(10_000);
  await expect(page.getByText('Checking the video…')).toBeVisible();
  await page.clock.runFor(1);
  await expect(page.getByText('could not be read within 10 seconds')).toBeVisible();
});

test('frames to choose from come also where a video loads none before it is sought, as on iPhones [VID-03]', async ({
  adminPage: page,
}) => {
  await page.goto('/new/video');
  await page.evaluate(() => {
    const { addEventListener } = EventTarget.prototype;
    HTMLVideoElement.prototype.addEventListener = function (name: string, ...words: [never]) {
      if (name !== 'loadeddata' || this.isConnected) addEventListener.call(this, name, ...words);
    };
  });
  await pickWithThumbnail(page, mp4());
  await expect(frames(page)).toHaveCount(6);
});

test('where no frame of a video can be had, a picture of one’s own is asked for [VID-03, VID-36]', async ({
  adminPage: page,
}) => {
  await page.goto('/new/video');
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeVisible();
  await page.clock.install();
  // What says how long it is loads; what asks for more does not.
  await page.evaluate(() => {
    const src = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src') as PropertyDescriptor;
    Object.defineProperty(HTMLMediaElement.prototype, 'src', {
      ...src,
      set(this: HTMLVideoElement, url: string) {
        if (this.preload !== 'auto') src.set?.call(this, url);
      },
    });
  });
  await pick(page, mp4());
  await expect(page.getByLabel('Any moment')).toBeVisible();
  await runAheadUntil(page.getByText('Failed to create thumbnail'));
  await page
    .locator('form input[type=file][accept="image/*"]')
    .setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: Buffer.from(picture(1600, 900)) });
  await expect(page.locator('form video')).toHaveAttribute('poster', /^data:image\/jpeg/);
});

test('a file that is refused at once ends the look at the one before', async ({ adminPage: page }) => {
  await page.goto('/new/video');
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'src', { set: () => undefined });
  });
  await pick(page, mp4());
  await expect(page.getByText('Checking the video…')).toBeVisible();
  await pick(page, { ...mp4(), name: 'a.mkv', mimeType: 'video/x-matroska' });
  await expect(page.getByText('Only MP4, WebM, Ogg, MOV, AVI and WMV')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeEnabled();
});

test('a thumbnail that comes late is not that of another video', async ({ adminPage: page }) => {
  await page.goto('/new/video');
  await pickWithThumbnail(page, mp4());
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    const gate = Promise.withResolvers<void>();
    Object.assign(window, { letGo: gate.resolve });
    HTMLCanvasElement.prototype.toBlob = function (...words) {
      void gate.promise.then(() => toBlob.apply(this, words));
    };
  });
  await page
    .locator('form input[type=file][accept="image/*"]')
    .setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: Buffer.from(picture(1600, 900)) });
  await page.getByRole('button', { name: 'Choose another' }).click();
  await pick(page, mp4(undefined, 'other.mp4'));
  await expect(page.locator('form video')).toHaveAttribute('aria-label', 'other.mp4');
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
  // They are made after it.
  await expect(frames(page)).toHaveCount(6);
  await expect(page.locator('form video')).not.toHaveAttribute('poster');
});

test('the video of a form has the controls of those in posts, with one length', async ({
  adminPage: page,
  duet,
}) => {
  const post = await publishVideo(await duet.admin(), 'By the lake');
  for (const path of [`/edit/${post._id}`, '/new/video']) {
    await page.goto(path);
    if (path === '/new/video') await pick(page, mp4());
    const form = page.locator(`[data-route="${path === '/new/video' ? path : '/edit/:id'}"] form`);
    const play = form.getByRole('button', { name: /^Play the video, / });
    const [, length = ''] = /(\d+:\d\d)/.exec((await play.getAttribute('aria-label')) ?? '') ?? [];
    await expect(play).toHaveText(length);
    await play.click();
    await expect(form.getByRole('slider', { name: 'Position in the video' })).toBeVisible();
    await expect(form.getByText(new RegExp(`^\\d+:\\d\\d / ${length}$`))).toBeVisible();
    await expect(form.locator('video')).not.toHaveAttribute('controls');
  }
});

test("the header's picker hands the file over [VID-01]", async ({ adminPage: page }) => {
  await page.goto('/home');
  await page.getByRole('button', { name: 'New post' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('dialog', { name: 'New post' }).getByRole('button', { name: 'Video' }).click();
  await (await chooser).setFiles(mp4(undefined, 'handed-over.mp4'));
  await page.waitForURL('**/new/video');
  await expect(page.getByText('handed-over.mp4')).toBeVisible();
  await expect(frames(page)).toHaveCount(6);
});

test('an edit needs a description, saves it, and may bring another video [VID-23, VID-24, POST-94, POST-97, UPL-09, SHELL-35]', async ({
  adminPage: page,
  duet,
}) => {
  const post = await publishVideo(await duet.admin(), 'Before');
  await page.goto(`/edit/${post._id}`);
  await expect(caption(page)).toHaveValue('Before');
  await caption(page).fill('   ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This field is required')).toBeVisible();
  await caption(page).fill('After');
  await pickWithThumbnail(page, mp4(400_000, 'better.mp4'));
  const finished = page.waitForRequest(isAction('finalize'));
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(bodyOf(await finished)).toMatchObject({ postId: post._id, sessionId: expect.any(String) });
  expect(new URL((await saved).url()).pathname).toBe(`/api/posts/${post._id}`);
  expect(bodyOf(await saved)).toMatchObject({ caption: 'After' });
  await page.waitForURL(`**/post/${post._id}`);
  const { data } = await duet.guest.call(postsEndpoints['posts.detail'], { params: { id: post._id } });
  expect(data.post.caption).toBe('After');
  expect(data.post.videoUrl).not.toBe(post.videoUrl);
});
