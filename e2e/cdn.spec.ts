import { startFauxqs } from 'fauxqs';
import { publishGallery, publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

test('pictures of a site with a CDN come from there, drafts from the site', { tag: '@disk' }, async ({
  fresh,
  as,
}) => {
  const store = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  // Another origin than the site's: what a page may not show of it does not show.
  const cdn = `http://127.0.0.1:${store.port}`;
  expect((await fetch(`${cdn}/media`, { method: 'PUT' })).status).toBe(200);
  const duet = await fresh({
    DUET_S3_ENDPOINT: cdn,
    DUET_S3_BUCKET: 'media',
    DUET_S3_ACCESS_KEY_ID: 'key',
    DUET_S3_SECRET_ACCESS_KEY: 'secret',
    DUET_S3_PATH_STYLE: '1',
    DUET_S3_PUBLIC_URL: `${cdn}/media`,
  });
  const admin = await duet.admin();
  const gallery = await publishGallery(admin, 1);
  const [media] = gallery.media;
  await publishText(admin, `<p>By the lake</p><img src="${media?.url}" alt="the lake">`);

  const guest = await as(null);
  const sources: string[] = [];
  guest.on('response', (response) => {
    if (response.request().resourceType() === 'image' && response.ok()) sources.push(response.url());
  });
  const refused: string[] = [];
  guest.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await guest.goto(`${duet.url}/home`);
  const picture = guest.getByRole('img', { name: 'the lake' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect
    .poll(() => sources.filter((url) => url.startsWith(`${cdn}/media/photos/`)).length)
    .toBeGreaterThan(0);
  expect(refused).toEqual([]);
  await store.stop();
});
