import { postsEndpoints } from '@duet/contract/posts/endpoints';
import { caption, newest, photo, pick, publish, uploaded } from './harness/gallery.ts';
import { picture } from './harness/picture.ts';
import { publishGallery } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

test('a published gallery gets more pictures, loses some and changes its order [GAL-18, POST-94, POST-96, SHELL-35]', async ({
  adminPage: page,
  duet,
}) => {
  const post = await publishGallery(await duet.admin(), 2, { caption: 'Before' });
  await page.goto(`/edit/${post._id}`);
  await expect(uploaded(page)).toHaveCount(2);
  await expect(caption(page)).toHaveValue('Before');
  await pick(page, photo('new.png', 300));
  await expect(uploaded(page)).toHaveCount(3);
  await page.getByRole('button', { name: /^Remove picture 1/ }).click();
  await page.getByRole('button', { name: /^Move picture 2 left/ }).click();
  await caption(page).fill('After');
  await page.reload();
  await expect(uploaded(page)).toHaveCount(2);
  await expect(caption(page)).toHaveValue('After');
  const saved = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith(`/api/posts/${post._id}`),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(JSON.parse((await saved).postData() ?? '{}').mediaUrls).toHaveLength(2);
  await page.waitForURL(`**/post/${post._id}`);
  const { data } = await duet.guest.call(postsEndpoints['posts.detail'], { params: { id: post._id } });
  expect(data.post.caption).toBe('After');
  expect(data.post.media.map(({ width }) => width)).toEqual([320, 800]);
  expect(data.post.mediaUrls[1]).toBe(post.mediaUrls[1]);
});

test.describe('on a phone', () => {
  const phone = { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/153.0 Mobile Safari/537.36' };

  test('pictures become smaller before they leave [GAL-20, GAL-21, GAL-22]', async ({ as, duet }) => {
    const page = await as(await duet.admin(), '/new/gallery', phone);
    await page.evaluate(() => {
      const asked: unknown[] = [];
      Object.assign(window, { asked });
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (callback, type, quality) {
        asked.push([this.width, this.height, type, quality]);
        // The first try of a picture comes out as large as it may be, of the second one a byte larger.
        const bytes = 2048 * 1024 + asked.length - 1;
        const filled = (blob: Blob | null) =>
          blob && asked.length < 3 ? new Blob([blob, new Uint8Array(bytes - blob.size)]) : blob;
        toBlob.call(this, (blob) => callback(filled(blob)), type, quality);
      };
    });
    await pick(page, { ...photo('wide.png'), buffer: Buffer.from(picture(2400, 1200)) });
    await expect(uploaded(page)).toHaveCount(1);
    await pick(page, { ...photo('tall.png'), buffer: Buffer.from(picture(900, 1500)) });
    await expect(uploaded(page)).toHaveCount(2);
    expect(await page.evaluate(() => (window as { asked?: unknown }).asked)).toEqual([
      [1200, 600, 'image/jpeg', 0.8],
      [720, 1200, 'image/jpeg', 0.8],
      [720, 1200, 'image/jpeg', 0.6],
    ]);
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);
    expect((await newest(duet))?.media.map(({ width, height }) => [width, height])).toEqual([
      [1200, 600],
      [720, 1200],
    ]);
  });

  test('what cannot be made smaller says so [GAL-23, GAL-24]', async ({ as, duet }) => {
    const page = await as(await duet.admin(), '/new/gallery', phone);
    await pick(page, { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
    await expect(page.getByText('Failed to load image for compression')).toBeVisible();
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
    });
    await pick(page, photo('fine.png'));
    await expect(page.getByText('Image compression failed')).toBeVisible();
  });
});
