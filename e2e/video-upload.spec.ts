import { createHash } from 'node:crypto';
import { uploadsEndpoints } from '@duet/contract/uploads/endpoints';
import type { Page } from '@playwright/test';
import { fail, hold, toastOf } from './harness/feed.ts';
import { newest } from './harness/gallery.ts';
import { runAheadUntil, stopTimeAtTimers } from './harness/shell.ts';
import { expect, test } from './harness/test.ts';
import {
  caption,
  chunkCalls,
  frames,
  holdChunks,
  indexOf,
  isAction,
  mp4,
  pick,
  pickWithThumbnail,
  progress,
  publish,
} from './harness/video-form.ts';

/** What the page sends from now on: the numbers of its chunks, and the uploads that it begins. */
function callsOf(page: Page): { readonly sent: number[]; readonly inits: string[] } {
  const sent: number[] = [];
  const inits: string[] = [];
  page.on('request', (request) => {
    if (isAction('upload')(request)) sent.push(indexOf(request));
    if (isAction('init')(request)) inits.push(request.url());
  });
  return { sent, inits };
}

/** Lets the first three chunks through, and waits until the server has them, before the page is left. */
async function sendThree(page: Page): Promise<void> {
  const arrived: number[] = [];
  page.on('response', (response) => {
    if (isAction('upload')(response.request()) && response.ok()) arrived.push(indexOf(response.request()));
  });
  await page.route(chunkCalls, (route) => (indexOf(route.request()) >= 3 ? undefined : route.continue()));
  await publish(page).click();
  await expect.poll(() => arrived.toSorted()).toEqual([0, 1, 2]);
  await expect(progress(page).getByText(/^[5-9]\d%$/)).toBeVisible();
}

test.describe('an upload', () => {
  test.beforeEach(async ({ adminPage }) => {
    await adminPage.goto('/new/video');
    await expect(adminPage.getByRole('button', { name: 'Choose a video' })).toBeVisible();
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
    const stopped = Promise.withResolvers<void>();
    let calls = 0;
    await page.route(chunkCalls, async (route) => {
      if (indexOf(route.request()) !== 2) return route.continue();
      calls += 1;
      await stopped.promise;
      return fail(route);
    });
    await publish(page).click();
    await expect.poll(() => calls).toBe(1);
    const almost = await stopTimeAtTimers(page);
    stopped.resolve();
    for (const tries of [1, 2, 3]) {
      await almost(2000);
      expect(calls).toBe(tries);
      await page.clock.runFor(1);
      await expect.poll(() => calls).toBe(tries + 1);
    }
    await expect(toastOf(page, 'Upload failed')).toBeVisible();
    await page.clock.resume();
    await page.unroute(chunkCalls);
    const sent: number[] = [];
    page.on('request', (request) => {
      if (isAction('upload')(request)) sent.push(indexOf(request));
    });
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
    expect(sent).toEqual([2]);
  });

  test('waits for a lost connection and goes on by itself [UPL-35]', async ({ adminPage: page }) => {
    await page.clock.install();
    await pickWithThumbnail(page, mp4(1_500_000));
    // The line breaks after the first chunks.
    let lost = true;
    await page.route('**/api/upload/chunked?*', (route) =>
      lost && (route.request().url().includes('status') || indexOf(route.request()) > 1)
        ? route.abort()
        : route.continue(),
    );
    await publish(page).click();
    const saysSo = page.getByText(
      'Network connection lost. Please check your internet connection and try again.',
    );
    await runAheadUntil(saysSo);
    await expect(saysSo).toBeVisible();
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
    await sendThree(page);
    await page.reload();
    await page.unroute(chunkCalls);
    await expect(page.getByText('Choose “holiday.mp4” again')).toBeVisible();
    await expect(caption(page)).toHaveValue('Interrupted');
    await pick(page, file);
    await expect(page.locator('form video')).toHaveAttribute('poster', /^data:image\/jpeg/);
    const sent: number[] = [];
    page.on('request', (request) => {
      if (isAction('upload')(request)) sent.push(indexOf(request));
    });
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
    expect(sent.toSorted()).toEqual([3, 4]);
  });

  test('is continued on another device, where the same file is picked', async ({ as, duet }) => {
    const admin = await duet.admin();
    const file = mp4(1_200_000, 'cruise.mp4');
    const first = await as(admin, '/new/video');
    await pickWithThumbnail(first, file);
    await sendThree(first);
    // What is under way ends with its page.
    await first.reload();

    const page = await as(admin, '/new/video');
    const offer = page.getByRole('button', { name: 'Continue uploading cruise.mp4' });
    await expect(offer).toBeVisible();
    await expect(offer.getByText(/^\d+% has arrived/)).toBeVisible();
    const choose = async (picked: typeof file) => {
      const chooser = page.waitForEvent('filechooser');
      await offer.click();
      await (await chooser).setFiles(picked);
    };
    const other = mp4(1_200_000, 'cruise.mp4');
    other.buffer.writeUInt8(1, other.buffer.length - 1);
    await choose(other);
    await expect(page.getByText('This is another file than “cruise.mp4”')).toBeVisible();

    await choose(file);
    await frames(page).nth(1).click();
    await caption(page).fill('From the other device');
    const { sent, inits } = callsOf(page);
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
    expect(sent.toSorted()).toEqual([3, 4]);
    expect(inits).toEqual([]);
    expect((await newest(duet))?.caption).toBe('From the other device');
  });

  test('is continued also where one publishes before the list of those that were interrupted has come', async ({
    adminPage: page,
    duet,
  }) => {
    const { buffer, name, mimeType: fileType } = mp4(600_000, 'early.mp4');
    // The two ends, of 256 KiB each.
    const ends = [buffer.subarray(0, 262_144), buffer.subarray(buffer.length - 262_144)];
    const fingerprint = createHash('sha256').update(Buffer.concat(ends)).digest('hex');
    const { api } = await duet.admin();
    const { sessionId } = await api.call(uploadsEndpoints['uploads.init'], {
      body: {
        fileName: name,
        fileSize: buffer.length,
        fileType: 'video/mp4',
        chunkSize: 262_144,
        fingerprint,
      },
    });
    const query = { sessionId, chunkIndex: '0' };
    await api.call(uploadsEndpoints['uploads.chunk'], { query }, { bytes: new Uint8Array(ends[0] ?? []) });

    const release = await hold(page, ({ searchParams }) => searchParams.get('action') === 'open');
    await pickWithThumbnail(page, { name, mimeType: fileType, buffer });
    const { sent, inits } = callsOf(page);
    await publish(page).click();
    await expect(progress(page)).toBeVisible();
    release();
    await page.waitForURL(/\/home\?refresh=/);
    expect(inits).toEqual([]);
    expect(sent.toSorted()).toEqual([1, 2]);
  });

  test('that was interrupted is discarded from the list', async ({ as, duet }) => {
    const admin = await duet.admin();
    const { sessionId } = await admin.api.call(uploadsEndpoints['uploads.init'], {
      body: { fileName: 'forgotten.mp4', fileSize: 10, fileType: 'video/mp4', fingerprint: 'f' },
    });
    const page = await as(admin, '/new/video');
    await page.getByRole('button', { name: 'Discard the upload of forgotten.mp4' }).click();
    await expect(page.getByRole('button', { name: 'Continue uploading forgotten.mp4' })).toHaveCount(0);
    const { data } = await admin.api.call(uploadsEndpoints['uploads.open']);
    expect(data.uploads.map((upload) => upload.sessionId)).not.toContain(sessionId);
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
    await expect(page).toHaveURL('/home');
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

test('goes on over a restart of the server', async ({ ownServer, browser }) => {
  const duet = await ownServer();
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
});
