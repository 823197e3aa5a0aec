import type { Page } from '@playwright/test';
import { cardOf, cards, isFeed, loginPrompt } from './harness/feed.ts';
import { loginPromptIsLoaded } from './harness/login-prompt.ts';
import { publishGallery, publishText } from './harness/posts.ts';
import { serverAnswer } from './harness/requests.ts';
import { expect, test } from './harness/test.ts';

/** A word of so many characters: it is cut at the very limit, where a text of many is cut before the word. */
const text = (count: number) => 'abcdefghi'.repeat(Math.ceil(count / 9)).slice(0, count);
const more = (page: Page) => page.getByRole('button', { name: 'Read more' });

test.describe('the text of a card', () => {
  const shown = async (page: Page) =>
    (
      (await cards(page)
        .first()
        .getByText(/^abcdefghi/)
        .textContent()) ?? ''
    ).trim().length;

  test('a guest reads 500 characters, then 1000, then is asked to sign in [FEED-04, FEED-24..27]', async ({
    duet,
    page,
  }) => {
    await publishText(await duet.admin(), `<p>${text(1500)}</p>`);
    await page.goto('/home');
    // The '…' included.
    expect(await shown(page)).toBe(500);
    await loginPromptIsLoaded(page);
    await more(page).first().click();
    await expect.poll(() => shown(page)).toBe(1000);
    await expect(loginPrompt(page)).toHaveCount(0);
    await more(page).first().click();
    await expect(loginPrompt(page)).toBeVisible();
    expect(await shown(page)).toBe(1000);
  });

  test('up to 500 show whole, up to 1000 at the first tap [FEED-25, FEED-26]', async ({ duet, page }) => {
    const admin = await duet.admin();
    await publishText(admin, `<p>${text(500)}</p>`);
    await page.goto('/home');
    expect(await shown(page)).toBe(500);
    await expect(cards(page).first().getByRole('button', { name: 'Read more' })).toHaveCount(0);

    await publishText(admin, `<p>${text(1000)}</p>`);
    await page.reload();
    expect(await shown(page)).toBe(500);
    await cards(page).first().getByRole('button', { name: 'Read more' }).click();
    await expect.poll(() => shown(page)).toBe(1000);
    await expect(cards(page).first().getByRole('button', { name: 'Read more' })).toHaveCount(0);
  });

  test("a person's and an admin's tap opens all of it [FEED-28, FEED-29]", async ({ duet, as }) => {
    await publishText(await duet.admin(), `<p>${text(1500)}</p>`);
    for (const person of [await duet.person(), await duet.admin()]) {
      const page = await as(person, '/home');
      expect(await shown(page)).toBe(500);
      await cards(page).first().getByRole('button', { name: 'Read more' }).click();
      await expect.poll(() => shown(page)).toBe(1500);
    }
  });

  test('what is typed stays text, what is formatted is formatted, block JSON as well [POST-106]', async ({
    duet,
    page,
  }) => {
    const admin = await duet.admin();
    await publishGallery(admin, 1, { caption: 'I <3 you & <b>you</b>' });
    await publishText(admin, '<p>An <strong>important</strong> <a href="https://example.org/x">link</a></p>');
    const blocks = [
      { type: 'header', data: { text: 'In blocks', level: 2 } },
      { type: 'list', data: { style: 'ordered', items: ['first', 'second'] } },
      { type: 'code', data: { code: '<i>code</i>' } },
    ];
    await publishText(admin, JSON.stringify({ blocks }));
    await page.goto('/home');
    const [inBlocks, formatted, typed] = [cards(page).nth(0), cards(page).nth(1), cards(page).nth(2)];
    await expect(typed).toContainText('I <3 you & <b>you</b>');
    await expect(formatted.locator('strong')).toHaveText('important');
    const link = formatted.getByRole('link', { name: 'link' });
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(inBlocks.getByRole('heading', { name: 'In blocks' })).toBeVisible();
    await expect(inBlocks.locator('ol li')).toHaveText(['first', 'second']);
    await expect(inBlocks.locator('pre')).toHaveText('<i>code</i>');
  });

  test('is cleaned once more before it is shown', async ({ duet, page }) => {
    await publishText(await duet.admin(), '<p>Harmless</p>');
    await page.route(isFeed, async (route) => {
      const response = await serverAnswer(route);
      const answer = await response.json();
      answer.data.posts[0].content =
        '<p onclick="x()">Cleaned<img src="x" onerror="document.title=1"><script>document.title=2</script></p>' +
        '<a href="javascript:alert(1)">off</a><style>body{display:none}</style><svg onload="x()"></svg>';
      await route.fulfill({ response, json: answer });
    });
    await page.goto('/home');
    const card = cards(page).first();
    await expect(card).toContainText('Cleaned');
    expect(
      await card.evaluate((element) => element.querySelectorAll('script, style, img[src="x"]').length),
    ).toBe(0);
    expect(await card.innerHTML()).not.toMatch(/onclick|onerror|onload|javascript:/);
  });
});

test.describe('the pictures of a card', () => {
  for (const [pictures, tiles, badge] of [
    [1, 1, ''],
    [4, 4, ''],
    [5, 4, ''],
    [6, 4, '+2'],
    [8, 4, '+4'],
  ] as const) {
    test(`${pictures} pictures show ${tiles} tiles ${badge} [FEED-30, FEED-31, POST-03]`, async ({
      duet,
      page,
    }) => {
      const post = await publishGallery(await duet.admin(), pictures);
      await page.goto('/home');
      const card = cardOf(page, post);
      await expect(card.locator('li img')).toHaveCount(tiles);
      await expect(card.getByText(/^\+\d+$/)).toHaveText(badge ? [badge] : []);
      const chip = card.getByText(`${pictures} pictures`);
      if (pictures > 1) await expect(chip).toHaveCount(1);
      else await expect(chip).toHaveCount(0);
    });
  }

  test('tiles are thumbnails, each checked with a HEAD request [API-05..07]', async ({ duet, page }) => {
    const post = await publishGallery(await duet.admin(), 3);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto('/home');
    for (const { thumbnailUrl } of post.media) {
      expect(thumbnailUrl).toMatch(/_thumb\.\w+$/);
      await expect.poll(() => asked).toContain(`HEAD ${thumbnailUrl}`);
      // Beside the picture itself lie its small sizes; a tile loads the one that fits.
      const small = `GET ${thumbnailUrl.replace(/\.\w+$/, '')}`;
      await expect.poll(() => asked.some((request) => request.startsWith(small))).toBe(true);
    }
  });

  test('a missing thumbnail gives way to the picture, a missing picture to words [API-07, GAL-26]', async ({
    duet,
    page,
  }) => {
    const post = await publishGallery(await duet.admin(), 2);
    const [first, second] = post.media;
    await page.route(/_thumb[._]/, (route) => route.fulfill({ status: 404 }));
    await page.route(`**${second?.url}`, (route) => route.fulfill({ status: 404 }));
    await page.goto('/home');
    const card = cardOf(page, post);
    await expect(card.getByText('Image failed to load')).toHaveCount(1);
    await expect(card.locator('li img')).toHaveAttribute('src', first?.url ?? '');
  });

  test('the viewer shows all of them, by keys and buttons [GAL-25]', async ({ duet, page }) => {
    const post = await publishGallery(await duet.admin(), 6);
    await page.goto('/home');
    const tile = cardOf(page, post).getByRole('button', { name: 'Open picture 2 of 6' });
    await tile.click();
    const viewer = page.getByRole('dialog', { name: 'Pictures' });
    await expect(viewer.getByText('Picture 2 of 6')).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByText('Picture 3 of 6')).toBeAttached();
    await page.keyboard.press('End');
    await expect(viewer.getByText('Picture 6 of 6')).toBeAttached();
    await expect(viewer.getByRole('button', { name: 'Next picture' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(tile).toBeFocused();
    await expect(page).toHaveURL(/\/home$/);
  });

  test('the next three are loaded before they are reached [FEED-51]', async ({ fresh, browser }) => {
    const duet = await fresh();
    const admin = await duet.admin();
    const posts = [];
    for (let n = 0; n < 8; n += 1) posts.unshift(await publishGallery(admin, 1));
    const page = await duet.page(browser, null);
    // Far pictures wait for their turn, so that only what is preloaded by name is asked for.
    await page.addInitScript(() => {
      const made: string[] = [];
      Object.assign(window, { made });
      const Native = Image;
      window.Image = class extends Native {
        override set src(value: string) {
          if (value) made.push(new URL(value, location.href).pathname);
          super.src = value;
        }
        override get src() {
          return super.src;
        }
      };
    });
    await page.goto('/home');
    // All of them: until then more of what is in sight may be drawn.
    await expect(cards(page)).toHaveCount(posts.length);
    const made = () => page.evaluate(() => (window as unknown as { made: string[] }).made);
    const inSight = await cards(page).evaluateAll(
      (all) => all.filter((card) => card.getBoundingClientRect().top < innerHeight).length,
    );
    const next = posts.slice(1, inSight + 3).map((post) => post.media[0]?.thumbnailUrl);
    await expect.poll(async () => [...new Set(await made())].sort()).toEqual(next.sort());
  });
});
