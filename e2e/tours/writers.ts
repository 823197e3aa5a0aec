import { postsEndpoints } from '@duet/contract/posts/endpoints';
import { expect, type Page } from '@playwright/test';
import { dataUri, googlePicture, paste } from '../harness/clipboard.ts';
import { fail, toastOf } from '../harness/feed.ts';
import { items, photo, pick, uploaded } from '../harness/gallery.ts';
import { publishGallery, publishText } from '../harness/posts.ts';
import { publishVideo } from '../harness/video.ts';
import { frames, holdChunks, mp4, pickWithThumbnail, progress, publish } from '../harness/video-form.ts';
import { goto, refuse, type Tour } from './tour.ts';

const isPost = (url: URL) => /^\/api\/posts\/[^/]+$/.test(url.pathname);
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0);

/** Where admins write. */
export const writerTours: readonly Tour[] = [
  {
    name: 'writing a text',
    async walk({ duet, open, look }) {
      const page = await open(await duet.admin(), '/new/richtext');
      await expect(editor(page)).toBeVisible();
      await look(page, 'empty');
      // Away from where the picture is pressed: by the tour's slow clock two presses of one place are a double click.
      await editor(page).click({ position: { x: 24, y: 16 } });
      await page.keyboard.type('A walk');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Picture', exact: true }).click();
      await (await chooser).setFiles(photo('walk.png'));
      await expect(editor(page).locator('img[src*="/media/photos/"]')).toBeVisible();
      await editor(page).locator('img').click();
      await look(page, 'with a picture');
      await page.getByRole('button', { name: 'What the picture shows' }).click();
      await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
      await look(page, 'saying what the picture shows');
      await page.keyboard.press('Escape');
      await closed(page);
      await page.route('**/api/upload/image*', (route) => fail(route, 415, 'Not this one'));
      await paste(editor(page), {
        html: `<p>By the lake</p><img alt="A boat" src="${googlePicture}"><img src="${dataUri(photo('a').buffer)}">`,
      });
      await expect(editor(page).getByText('Not this one')).toBeVisible();
      await look(page, 'with a picture that is missing and one that failed');
      await page.getByRole('button', { name: 'Link', exact: true }).click();
      const link = page.getByRole('dialog', { name: 'Link' });
      await link.getByLabel('Address').fill('no address');
      await link.getByRole('button', { name: 'Insert' }).click();
      await expect(link.getByText('This does not look like a web address.')).toBeVisible();
      await look(page, 'a link with a fault');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Discard what you wrote?' })).toBeVisible();
      await look(page, 'asked whether to discard what was written');
      await page.getByRole('button', { name: 'Discard', exact: true }).last().click();
      await closed(page);
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog', { name: 'Discard this text?' })).toBeVisible();
      await look(page, 'asked whether to discard it');
    },
  },
  {
    name: 'making a gallery',
    async walk({ duet, open, look }) {
      const page = await open(await duet.admin(), '/new/gallery');
      await look(page, 'empty');
      await pick(page, photo('one.png', 10), photo('two.png', 130));
      await expect(uploaded(page)).toHaveCount(2);
      await page.route('**/api/upload/gallery-image', (route) => fail(route, 400, 'Not this one'));
      await pick(page, photo('three.png', 250));
      await expect(items(page).nth(2)).toHaveAttribute('data-status', 'error');
      await look(page, 'two pictures, and one that failed');
      await page.getByRole('button', { name: /^Describe picture 1/ }).click();
      await expect(page.getByRole('dialog', { name: 'What does it show?' })).toBeVisible();
      await look(page, 'saying what one shows');
      await page.keyboard.press('Escape');
      await closed(page);
      await publish(page).click();
      await expect(
        toastOf(page, /uploading failed images/)
          .or(page.getByRole('alert'))
          .first(),
      ).toBeVisible();
      await look(page, 'with a fault');
    },
  },
  {
    name: 'publishing a video',
    async walk({ duet, open, look }) {
      const page = await open(await duet.admin(), '/new/video');
      await expect(page.getByText('up to 2GB')).toBeVisible();
      await look(page, 'empty');
      await pickWithThumbnail(page, mp4(2_000_000));
      await expect(frames(page)).toHaveCount(6);
      await expect(page.getByRole('button', { name: /^Play the video/ })).toBeVisible();
      await look(page, 'picked');
      const held = await holdChunks(page);
      await publish(page).click();
      await expect.poll(() => held.asked.length).toBe(4);
      await progress(page).getByRole('button', { name: 'Pause' }).click();
      await expect(progress(page)).toHaveAttribute('data-hold', 'paused');
      await look(page, 'on its way', 'loading');
      await held.release();
      await progress(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(progress(page)).toHaveCount(0);
    },
  },
  {
    name: 'editing',
    async walk({ duet, open, look }) {
      const admin = await duet.admin();
      const text = await publishText(admin, '<p>To be edited</p>', { title: 'With a title' });
      const page = await open(admin, `/edit/${text._id}`);
      await expect(editor(page)).toHaveText('To be edited');
      await look(page, 'a text');
      await editor(page).click();
      await page.keyboard.type('Here: ');
      const meanwhile = { params: { id: text._id }, body: { content: '<p>To be edited there</p>' } };
      await admin.api.call(postsEndpoints['posts.update'], meanwhile);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Changed in two places' })).toBeVisible();
      await look(page, 'two versions of a text');
      await page.keyboard.press('Escape');
      await closed(page);
      await look(page, 'two versions, to be compared later');
      const gallery = await publishGallery(admin, 2);
      await goto(page, `/edit/${gallery._id}`);
      await expect(items(page)).toHaveCount(2);
      await look(page, 'a gallery');
      const video = await publishVideo(admin, 'Moving');
      await goto(page, `/edit/${video._id}`);
      await expect(page.getByRole('button', { name: 'Replace video' })).toBeVisible();
      await expect(page.getByText('up to 2GB')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Play the video, 0:02' })).toBeVisible();
      await look(page, 'a video');
      await page.route(isPost, (route) => refuse(route));
      await goto(page, `/edit/${video._id}`);
      await expect(page.getByRole('button', { name: 'Log in as admin' })).toBeVisible();
      await look(page, 'failed');
    },
  },
];
