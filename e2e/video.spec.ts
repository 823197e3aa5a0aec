import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import type { Page, Request } from '@playwright/test';
import type { Duet } from './harness/duet.ts';
import { fail, toastOf } from './harness/feed.ts';
import { picture } from './harness/picture.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo, videoFile, videoOf } from './harness/video.ts';

const chunkBytes = 262_144;
const chunkCalls = '**/api/upload/chunked?action=upload*';
const is = (action: string) => (request: Request) =>
  request.url().includes(`/api/upload/chunked?action=${action}`) && request.method() === 'POST';
const bodyOf = (request: Request) => JSON.parse(request.postData() ?? '{}');
const indexOf = (request: Request) => Number(new URL(request.url()).searchParams.get('chunkIndex'));

const mp4 = (bytes?: number, name = 'us.mp4') => ({
  name,
  mimeType: 'video/mp4',
  buffer: bytes ? videoOf(bytes) : videoFile('index-first.mp4'),
});
type Picked = ReturnType<typeof mp4>;

const pick = (page: Page, file: Picked) => page.locator('form input[type=file]').first().setInputFiles(file);
const caption = (page: Page) => page.getByRole('textbox', { name: 'Caption' });
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });
const frames = (page: Page) => page.getByRole('button', { name: /^Frame at/ });
const progress = (page: Page) => page.getByRole('region', { name: 'Upload of the video' });

async function pickWithThumbnail(page: Page, file: Picked): Promise<void> {
  await pick(page, file);
  await frames(page).nth(1).click();
  await expect(frames(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
}

async function newest(duet: Duet): Promise<Post | undefined> {
  const admin = await duet.admin();
  const { data } = await admin.api.call(postsEndpoints['posts.feed'], { query: { limit: '1' } });
  return data.posts[0];
}

/** Keeps every chunk on its way until what it answers is called. */
async function holdChunks(page: Page): Promise<{ release: () => Promise<void>; asked: number[] }> {
  const gate = Promise.withResolvers<void>();
  const asked: number[] = [];
  await page.route(chunkCalls, async (route) => {
    asked.push(indexOf(route.request()));
    await gate.promise;
    // One that was given up meanwhile has nobody to answer.
    await route.continue().catch(() => undefined);
  });
  return {
    asked,
    release: async () => {
      gate.resolve();
      await page.unroute(chunkCalls);
    },
  };
}

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

  test('is checked, gets a thumbnail, and goes out in chunks of 262144 bytes with its caption [VID-01, VID-03, VID-04, VID-05, VID-06, VID-25, VID-26, VID-27, VID-28, VID-29, VID-30, VID-31, VID-35, UPL-15, POST-67, SHELL-33]', async ({
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
    const lengths: number[] = [];
    page.on('request', (request) => {
      const action = /action=([\w-]+)/.exec(request.url())?.[1];
      if (request.url().endsWith('/api/posts/draft')) calls.push('draft');
      if (action && calls.at(-1) !== action) calls.push(action);
      if (is('upload')(request)) lengths.push(Number(request.headers()['content-length'] ?? 0));
    });
    await watchProgress(page);
    const finished = page.waitForRequest(is('finalize-with-post'));
    const begun = page.waitForRequest(is('init'));
    await publish(page).click();
    expect(bodyOf(await begun)).toEqual({
      fileName: 'us.mp4',
      fileSize: 1_000_000,
      fileType: 'video/mp4',
      chunkSize: chunkBytes,
    });
    const body = bodyOf(await finished);
    expect(body).toMatchObject({ caption: 'The first steps', adminOnlyVisibility: true });
    expect(Buffer.from(body.thumbnailBlob, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    await page.waitForURL(/\/home\?refresh=\d{13}$/);
    expect(calls).toEqual(['draft', 'init', 'upload', 'finalize-with-post']);
    expect(lengths).toHaveLength(4);
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
    await page.locator('form input[type=file]').evaluate((input: HTMLInputElement) => {
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
    await pick(page, { name: 'old.wmv', mimeType: 'video/x-ms-wmv', buffer: videoFile('clip.wmv') });
    await expect(page.getByText('This browser cannot show this video.')).toBeVisible();
    const begun = page.waitForRequest(is('init'));
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

  test('pauses, resumes where it was, and is cancelled with its draft [VID-07, VID-08, VID-09, UPL-30, POST-69]', async ({
    adminPage: page,
  }) => {
    await pickWithThumbnail(page, mp4(2_000_000));
    await caption(page).fill('Kept');
    const held = await holdChunks(page);
    await publish(page).click();
    await expect.poll(() => held.asked.length).toBe(4);
    await progress(page).getByRole('button', { name: 'Pause' }).click();
    await expect(progress(page)).toHaveAttribute('data-hold', 'paused');
    await held.release();
    const again = page.waitForRequest((request) => request.url().includes('action=status'));
    const more = await holdChunks(page);
    expect(held.asked).toHaveLength(4);
    await progress(page).getByRole('button', { name: 'Resume' }).click();
    await again;
    await expect.poll(() => more.asked.length).toBe(4);

    const cancelled = page.waitForRequest(
      (request) => request.method() === 'DELETE' && request.url().includes('/upload/chunked'),
    );
    const draftGone = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().includes('/api/posts/'),
    );
    await progress(page).getByRole('button', { name: 'Cancel' }).click();
    await cancelled;
    expect((await draftGone).status()).toBe(200);
    await expect(toastOf(page, 'Upload cancelled')).toBeVisible();
    await expect(caption(page)).toHaveValue('Kept');
    await more.release();
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
  });

  test('tries a chunk three times more, 2 s apart, keeps all when that fails, and goes on at the next try [VID-32, VID-33, UPL-29]', async ({
    adminPage: page,
  }) => {
    await pickWithThumbnail(page, mp4(600_000));
    await caption(page).fill('Stubborn');
    const times: number[] = [];
    await page.route(chunkCalls, (route) => {
      if (indexOf(route.request()) !== 2) return route.continue();
      times.push(Date.now());
      return fail(route);
    });
    await publish(page).click();
    await expect(toastOf(page, 'Upload failed')).toBeVisible({ timeout: 15_000 });
    expect(times).toHaveLength(4);
    for (const [n, at] of times.slice(1).entries()) expect(Math.round((at - (times[n] ?? 0)) / 1000)).toBe(2);
    await page.unroute(chunkCalls);
    const sent: number[] = [];
    page.on('request', (request) => {
      if (is('upload')(request)) sent.push(indexOf(request));
    });
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
    expect(sent).toEqual([2]);
  });

  test('waits for a lost connection and goes on by itself [UPL-35]', async ({ adminPage: page }) => {
    await pickWithThumbnail(page, mp4(1_500_000));
    // The line breaks after the first chunks.
    let lost = true;
    await page.route('**/api/upload/chunked?*', (route) =>
      lost && (route.request().url().includes('status') || indexOf(route.request()) > 1)
        ? route.abort()
        : route.continue(),
    );
    await publish(page).click();
    await expect(
      page.getByText('Network connection lost. Please check your internet connection and try again.'),
    ).toBeVisible({ timeout: 15_000 });
    lost = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForURL(/\/home\?refresh=/);
  });

  test('goes on after a reload when the same file is picked again, with words and thumbnail kept', async ({
    adminPage: page,
  }) => {
    const file = mp4(1_200_000, 'holiday.mp4');
    // A browser gives a file that is handed over from memory the time of now, a real one its own.
    await page.addInitScript(() => {
      Object.defineProperty(File.prototype, 'lastModified', { get: () => 1_700_000_000_000 });
    });
    await page.reload();
    await pickWithThumbnail(page, file);
    await caption(page).fill('Interrupted');
    await page.route(chunkCalls, (route) => (indexOf(route.request()) >= 3 ? undefined : route.continue()));
    await publish(page).click();
    await expect(progress(page).getByText(/^[5-9]\d%$/)).toBeVisible();
    await page.reload();
    await page.unroute(chunkCalls);
    await expect(page.getByText('Choose “holiday.mp4” again')).toBeVisible();
    await expect(caption(page)).toHaveValue('Interrupted');
    await pick(page, file);
    await expect(page.locator('form video')).toHaveAttribute('poster', /^data:image\/jpeg/);
    const sent: number[] = [];
    page.on('request', (request) => {
      if (is('upload')(request)) sent.push(indexOf(request));
    });
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
    expect(sent.toSorted()).toEqual([3, 4]);
  });

  test('goes on while one looks at the feed; a second one has to wait [UPL-31]', async ({
    adminPage: page,
  }) => {
    await pickWithThumbnail(page, mp4(800_000));
    const held = await holdChunks(page);
    await publish(page).click();
    await expect.poll(() => held.asked.length).toBe(4);
    await page.getByRole('button', { name: 'New post' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('dialog', { name: 'New post' }).getByRole('button', { name: 'Video' }).click();
    await (await chooser).setFiles(mp4());
    await expect(toastOf(page, 'Upload already in progress')).toBeVisible();
    await page.getByRole('link', { name: 'Duet, to the feed' }).click();
    await page.waitForURL('**/home');
    await held.release();
    await expect(toastOf(page, 'Post published')).toBeVisible();
  });

  test('an answer without a session is told [UPL-32]', async ({ adminPage: page }) => {
    await page.route('**/api/upload/chunked?action=init', (route) =>
      route.fulfill({ json: { success: true, data: {} } }),
    );
    await pickWithThumbnail(page, mp4());
    await publish(page).click();
    await expect(toastOf(page, 'No sessionId received from server')).toBeVisible();
  });
});

test('goes on over a restart of the server', async ({ fresh, browser }) => {
  const duet = await fresh();
  const page = await duet.page(browser, await duet.admin());
  await page.goto('/new/video');
  await pickWithThumbnail(page, mp4(1_500_000));
  await caption(page).fill('Still here');
  const held = await holdChunks(page);
  await publish(page).click();
  await expect.poll(() => held.asked.length).toBe(4);
  await duet.server.end();
  await held.release();
  await duet.server.restart();
  await page.waitForURL(/\/home\?refresh=/, { timeout: 30_000 });
  expect(await newest(duet)).toMatchObject({ caption: 'Still here', postType: 'video' });
  await page.context().close();
});

test('metadata that does not come within 10 s refuses the file [VID-19]', async ({ adminPage: page }) => {
  await page.goto('/new/video');
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'src', { set: () => undefined });
  });
  const since = Date.now();
  await pick(page, mp4());
  await expect(page.getByText('Checking the video…')).toBeVisible();
  await expect(page.getByText('could not be read within 10 seconds')).toBeVisible({ timeout: 20_000 });
  expect(Date.now() - since).toBeGreaterThan(9900);
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
  const finished = page.waitForRequest(is('finalize'));
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
