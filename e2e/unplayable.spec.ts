import sharp from 'sharp';
import { items, photo, pick as pickPictures, uploaded } from './harness/gallery.ts';
import { picture } from './harness/picture.ts';
import { expect, test } from './harness/test.ts';
import { videoFile } from './harness/video.ts';
import { caption, isAction, mp4, offerEveryType, pick } from './harness/video-form.ts';

const avi = { name: 'us.avi', mimeType: 'video/x-msvideo', buffer: videoFile('clip.avi') };

test.describe('where there is no ffmpeg', () => {
  test('the form offers only what can be played, and refuses the rest before a byte is sent', async ({
    fresh,
    browser,
    contextOptions,
    viewport,
  }) => {
    const site = await fresh({ DUET_FFMPEG: 'off' });
    const page = await site.page(browser, await site.admin(), { ...contextOptions, viewport });
    let calls = 0;
    page.on('request', (request) => {
      if (isAction('init')(request) || isAction('upload')(request)) calls += 1;
    });
    await page.goto('/new/video');
    await expect(page.getByText('MP4, WebM or MOV, up to 2GB')).toBeVisible();
    const accept = await page.locator('form :not(li) > input[type=file]').first().getAttribute('accept');
    expect(accept).toBe('video/mp4,.mp4,video/webm,.webm,video/quicktime,.mov,.qt');
    await pick(page, avi);
    await expect(page.getByRole('alert')).toContainText('Browsers cannot play this kind of video (AVI)');
    // A drop does not ask the picker.
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'.repeat(100)], 'us.wmv', { type: 'video/x-ms-wmv' }));
      return data;
    });
    await page
      .getByRole('button', { name: 'Choose a video' })
      .dispatchEvent('drop', { dataTransfer: dropped });
    await expect(page.getByRole('alert')).toContainText('Browsers cannot play this kind of video (WMV)');
    await pick(page, mp4());
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(caption(page)).toBeVisible();
    expect(calls).toBe(0);
  });
});

test.describe('where there is an ffmpeg', () => {
  test('every type is offered', async ({ adminPage: page }) => {
    await offerEveryType(page);
    await page.goto('/new/video');
    await expect(page.getByText('MP4, WebM, Ogg, MOV, AVI or WMV, up to 2GB')).toBeVisible();
  });
});

test.describe('a picture that cannot be taken', () => {
  const tiff = async (mimeType: string) => ({
    name: 'scan.tif',
    mimeType,
    buffer: await sharp(Buffer.from(picture(60, 40)))
      .tiff()
      .toBuffer(),
  });

  test('says why at once where its type tells, and is not added', async ({ adminPage: page }) => {
    await page.goto('/new/gallery');
    await pickPictures(page, await tiff('image/tiff'));
    await expect(page.locator('.toast')).toContainText('Browsers cannot show this kind of picture (TIFF)');
    await expect(items(page)).toHaveCount(0);
  });

  test('says why in its tile, with a way to another one and no Try Again that cannot help', async ({
    adminPage: page,
  }) => {
    await page.goto('/new/gallery');
    // Only its content tells.
    await pickPictures(page, { ...(await tiff('image/jpeg')), name: 'scan.jpg' });
    const tile = items(page).first();
    await expect(tile.getByRole('alert')).toContainText('Browsers cannot show this kind of picture (TIFF)');
    await expect(tile.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
    await page.reload();
    await expect(tile.getByRole('alert')).toContainText('(TIFF)');
    await expect(tile.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
    const chooser = page.waitForEvent('filechooser');
    await tile.getByRole('button', { name: 'Choose another' }).click();
    await (await chooser).setFiles(photo('us.png'));
    await expect(uploaded(page)).toHaveCount(1);
    await expect(tile.getByRole('alert')).toHaveCount(0);
  });
});
