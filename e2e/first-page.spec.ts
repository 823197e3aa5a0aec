import { gzipSync } from 'node:zlib';
import { cardOf, cards } from './harness/feed.ts';
import { publishGallery, publishPictures, publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';
import { publishVideo } from './harness/video.ts';

/** What a guest's first look at the feed may load of script, in bytes of gzip (web/README.md, The first page). */
const mostBytes = 150_000;
/** What asks a guest to sign in, which comes once nothing else is to do (app/preload.ts). */
const isPrompt = (url: string) => /\/assets\/LoginSheet-[^/]+\.js$/.test(url);

test("a guest's first page loads at most 150 kB of script", async ({ duet, as }) => {
  const admin = await duet.admin();
  await publishText(admin, '<p>Something to read</p>');
  await publishGallery(admin, 3);
  // The video's frame belongs to the first look wherever one is among the first posts.
  await publishVideo(admin, 'By the lake');
  const page = await as(null);
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !isPrompt(response.url()))
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto('/home');
  await expect(cards(page).first()).toBeVisible();
  // What it loads by itself once it stands belongs to it.
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(mostBytes);
});

test('what asks a guest to sign in is there before they are asked, and comes after the first page', async ({
  duet,
  as,
}) => {
  await publishText(await duet.admin(), '<p>Something to read</p>');
  const page = await as(null);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const [sheet] = list.getEntries().filter(({ name }) => name.includes('/LoginSheet-'));
      if (sheet) document.documentElement.dataset.promptAsked = String(sheet.startTime);
    }).observe({ type: 'resource', buffered: true });
    addEventListener('DOMContentLoaded', () => {
      const splash = document.getElementById('splash');
      if (!splash) return;
      new MutationObserver(() => {
        if (splash.classList.contains('leaving'))
          document.documentElement.dataset.pageStood ??= String(performance.now());
      }).observe(splash, { attributes: true });
    });
  });
  await page.goto('/home');
  await expect.poll(() => asked.filter(isPrompt)).toHaveLength(1);
  const time = async (name: string) => Number(await page.locator('html').getAttribute(`data-${name}`));
  await expect.poll(() => time('prompt-asked')).toBeGreaterThan(0);
  expect(await time('prompt-asked')).toBeGreaterThan(await time('page-stood'));
});

test("a post's page and its comments open at once: their code comes while a pointer lies on the link", async ({
  duet,
  as,
}) => {
  const post = await publishText(await duet.admin(), '<p>Something to read</p>');
  const page = await as(null, '/home');
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/(post|CommentsSection)-[^/]+\.js$/.exec(request.url()) ?? [];
    if (name) asked.push(name);
  });
  const link = cardOf(page, post).locator(`a[href="/post/${post._id}"]`).first();
  await expect(link).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await link.hover();
  await expect.poll(() => asked.toSorted()).toEqual(['CommentsSection', 'post']);
  await expect(page).toHaveURL(/\/home$/);
});

test("a signed-in person's page loads at most 30 files of script and style", async ({ duet, as }) => {
  const page = await as(await duet.person());
  const files: string[] = [];
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) files.push(request.url());
  });
  await page.goto('/home');
  // The last of the screens that are loaded ahead.
  await expect.poll(() => files.join('\n')).toMatch(/\/MessagesScreen-.*\.js$/m);
  expect(files.length).toBeLessThanOrEqual(30);
});

test('the pictures of a post that are out of sight leave the line to those in sight', async ({
  duet,
  as,
}) => {
  const admin = await duet.admin();
  await publishGallery(admin, 3);
  await publishText(admin, '<p>A long line. </p>'.repeat(60));
  const page = await as(null);
  await page.goto('/home');
  const pictures = cards(page).nth(1).locator('li img');
  await expect(pictures).toHaveCount(3);
  // Asked for at once, in the order that the browser finds best.
  for (const picture of await pictures.all()) {
    await expect(picture).toHaveAttribute('loading', 'eager');
    await expect(picture).toHaveJSProperty('fetchPriority', 'auto');
  }
});

for (const [name, pathOf] of [
  ['feed', () => '/home'],
  ["post's own page", (id: string) => `/post/${id}`],
] as const) {
  test(`the first picture of the ${name} comes in one size, and once`, async ({ duet, as }) => {
    const large = { width: 1600, height: 1600 };
    const post = await publishPictures(await duet.admin(), [large, large, large]);
    const page = await as(null, undefined, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET') asked.push(new URL(request.url()).pathname);
    });
    await page.goto(pathOf(post._id));
    const picture = page.getByRole('button', { name: 'Open picture 1 of 3' }).locator('img').first();
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).complete), 'the picture')
      .toBe(true);
    const shown = new URL(await picture.evaluate((image) => (image as HTMLImageElement).currentSrc)).pathname;
    const [stem] = shown.split('_thumb_');
    expect(asked.filter((path) => path.startsWith(`${stem}_thumb`))).toEqual([shown]);
  });
}
