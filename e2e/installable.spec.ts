import { expect, test } from './harness/test.ts';

test.use({ serviceWorkers: 'allow' });

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly purpose: string;
}

test('the manifest makes the site an app: icons of every kind, shortcuts, a share target', async ({
  page,
}) => {
  await page.goto('/home');
  const chromium = await page.context().newCDPSession(page);
  const { url, errors } = await chromium.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []]);
  const { installabilityErrors } = await chromium.send('Page.getInstallabilityErrors');
  // A page of the tests is opened in a window of its own without history.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
  });
  // It turns with the device (WCAG 1.3.4).
  expect(manifest).not.toHaveProperty('orientation');
  const icons: Icon[] = [
    ...manifest.icons,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: Icon[] }) => icons),
  ];
  expect(new Set(icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable', 'monochrome']));
  for (const { src, sizes } of icons.filter(({ sizes }) => sizes !== 'any')) {
    const size = await page.evaluate(async (src) => {
      const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
      return `${width}x${height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) {
    expect((await page.request.get(url)).headers()['content-type']).toContain('text/html');
  }
});

test('a maskable icon keeps its mark inside the circle that is always shown', async ({ page }) => {
  await page.goto('/home');
  const far = await page.evaluate(async () => {
    const bitmap = await createImageBitmap(await (await fetch('/icons/icon-maskable-512.png')).blob());
    const canvas = new OffscreenCanvas(512, 512);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { data } = context?.getImageData(0, 0, 512, 512) ?? { data: new Uint8ClampedArray() };
    let farthest = 0;
    let clear = 0;
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < 255) clear += 1;
      const isMark = (data[at + 1] ?? 255) < 160;
      const [x, y] = [(at / 4) % 512, Math.floor(at / 4 / 512)];
      if (isMark) farthest = Math.max(farthest, Math.hypot(x - 255.5, y - 255.5));
    }
    return { farthest, clear };
  });
  expect(far.clear).toBe(0);
  expect(far.farthest).toBeGreaterThan(100);
  expect(far.farthest).toBeLessThan(512 * 0.4);
});
