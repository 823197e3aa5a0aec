import sharp from 'sharp';
import { toastOf } from './harness/feed.ts';
import { items, newest, pick, publish, uploaded } from './harness/gallery.ts';
import { clearPng, heic, movingGif, phonePhoto, stillWebp } from './harness/real-pictures.ts';
import { expect, test } from './harness/test.ts';

const mostBytes = 26_214_400;

interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly make: () => Promise<Buffer>;
  /** Width and height as a person sees them. */
  readonly size: readonly [number, number];
  readonly frames?: number;
}

const pictures: readonly Given[] = [
  // Lies on its side as phones store it, and says where it was taken.
  { name: 'phone.jpg', mimeType: 'image/jpeg', make: () => phonePhoto(1600, 1200), size: [1200, 1600] },
  { name: 'clear.png', mimeType: 'image/png', make: () => clearPng(900, 700), size: [900, 700] },
  { name: 'still.webp', mimeType: 'image/webp', make: () => stillWebp(640, 480), size: [640, 480] },
  {
    name: 'moves.gif',
    mimeType: 'image/gif',
    make: () => movingGif(60, 40),
    size: [60, 40],
    frames: 5,
  },
];

for (const device of ['desktop', 'phone'] as const) {
  test(`real pictures go through the app on a ${device}: upright, without a place, moving where they moved [GAL-01, GAL-13, GAL-20]`, async ({
    duet,
    as,
  }) => {
    test.slow();
    const admin = await duet.admin();
    const userAgent = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Mobile Safari/537.36';
    const page = await as(admin, '/new/gallery', device === 'phone' ? { userAgent } : {});
    for (const { name, mimeType, make } of pictures)
      await pick(page, { name, mimeType, buffer: await make() });
    await pick(page, { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic() });
    await expect(uploaded(page)).toHaveCount(pictures.length + 1, { timeout: 90_000 });
    await publish(page).click();
    await page.waitForURL(/\/home\?refresh=/);

    const post = await newest(duet);
    for (const [n, { name, size, frames }] of pictures.entries()) {
      const media = post?.media[n];
      const { url = '', thumbnailUrl = '', width, height, placeholder } = media ?? {};
      const bytes = await file(duet.url, url);
      const is = await sharp(bytes, { animated: true }).metadata();
      const most = device === 'phone' && !frames ? 1200 / Math.max(...size) : 1;
      const shown = size.map((side) => Math.round(side * Math.min(1, most)));
      expect([name, width, height]).toEqual([name, ...shown]);
      expect([name, is.width, is.pageHeight ?? is.height]).toEqual([name, ...shown]);
      expect([name, is.pages ?? 1]).toEqual([name, frames ?? 1]);
      expect([is.exif, is.xmp, is.iptc, is.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(bytes.includes('Phone of somebody')).toBe(false);
      expect((await sharp(await file(duet.url, thumbnailUrl)).metadata()).width).toBeLessThanOrEqual(640);
      expect(placeholder).toMatch(/^data:image\//);
      for (const source of media?.sources ?? []) {
        expect((await sharp(await file(duet.url, source.url)).metadata()).width).toBe(source.width);
      }
    }
    const iphone = post?.media.at(-1);
    expect((await sharp(await file(duet.url, iphone?.url ?? '')).metadata()).width).toBe(iphone?.width);
    // What comes out shows.
    await page.getByRole('button', { name: 'Open picture 1 of 5' }).first().click();
    const viewer = page.getByRole('dialog', { name: 'Pictures' });
    for (let n = 1; n <= 5; n += 1) {
      await expect(viewer.getByText(`Picture ${n} of 5`)).toBeAttached();
      const image = viewer.locator('.yarl__slide_current img');
      await expect
        .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
        .toBeGreaterThan(0);
      await page.keyboard.press('ArrowRight');
    }
  });
}

test('a picture of exactly 25 MB is taken, one byte more is refused [GAL-08, GAL-09]', async ({
  adminPage: page,
}) => {
  test.slow();
  await page.goto('/new/gallery');
  const head = await phonePhoto(400, 300);
  for (const [name, bytes] of [
    ['fits.jpg', mostBytes],
    ['over.jpg', mostBytes + 1],
  ] as const) {
    // Larger than what a test may hand over at once, so put together in the page.
    await page.locator('input[type=file][multiple]').evaluate(
      (input: HTMLInputElement, [called, start, length]) => {
        const whole = new Uint8Array(length);
        whole.set(Uint8Array.from(atob(start), (char) => char.charCodeAt(0)));
        const chosen = new DataTransfer();
        chosen.items.add(new File([whole], called, { type: 'image/jpeg' }));
        input.files = chosen.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [name, head.toString('base64'), bytes] as const,
    );
  }
  await expect(toastOf(page, 'over.jpg is too large. Maximum size is 25MB')).toBeVisible();
  await expect(items(page)).toHaveCount(1);
  await expect(uploaded(page)).toHaveCount(1, { timeout: 90_000 });
});

async function file(origin: string, path: string): Promise<Buffer> {
  const answer = await fetch(new URL(path, origin));
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
}
