import type { Browser, Page } from '@playwright/test';
import { Duet, type Person } from '../e2e/harness/duet.ts';
import { picture } from '../e2e/harness/picture.ts';
import { publishGallery, publishText, uploadImage } from '../e2e/harness/posts.ts';
import { startServer } from '../e2e/harness/server.ts';
import { publishVideo } from '../e2e/harness/video.ts';
import { openBrowser } from './browser.ts';

const mostShift = 0.02;
/** So long a picture is under way, at least; some take up to three times as long. */
const slowMs = 300;
const widths = [
  ['phone', 390, 844],
  ['tablet', 768, 1024],
  ['desktop', 1440, 900],
] as const;

interface Shift {
  readonly value: number;
  /** What moved, as far as the browser tells. */
  readonly moved: string[];
}

declare global {
  interface Window {
    shifts?: Shift[];
  }
}

/**
 * How much the feed moves under a reader while its pictures come late: from the first paint on and while one scrolls
 * through it, in a real browser; the sum of all shifts that no touch or key has caused.
 */
export async function layoutShift(): Promise<string[]> {
  const server = await startServer('sqlite');
  const browser = await openBrowser();
  try {
    const duet = new Duet(server);
    const admin = await duet.admin();
    await fill(admin);
    const rows: string[] = [];
    for (const [device, width, height] of widths) {
      for (const person of [null, admin]) {
        const { shifts, pictures } = await read(duet, browser, person, { width, height });
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        const worst = shifts.toSorted((one, other) => other.value - one.value)[0];
        if (sum >= mostShift) process.exitCode = 1;
        rows.push(
          `| ${device}, ${width} × ${height} | ${person ? 'admin' : 'guest'} | ${pictures} | ${sum.toFixed(4)} | ${worst ? `${worst.value.toFixed(4)} ${worst.moved.join(', ')}` : '–'} |`,
        );
      }
    }
    return [
      `Wanted: below ${mostShift}. Pictures take ${slowMs} to ${3 * slowMs} ms each.`,
      '',
      '| screen | who | late pictures | layout shift | the largest |',
      '| --- | --- | ---: | ---: | --- |',
      ...rows,
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/** Posts of every kind, as the demo has them: galleries of all sizes, texts with pictures, a video. */
async function fill(admin: Person): Promise<void> {
  for (const count of [1, 2, 3, 4, 6]) {
    await publishGallery(admin, count, { caption: `A gallery of ${count}` });
    const wide = await uploadImage(admin, picture(1600, 700, count * 50));
    const high = await uploadImage(admin, picture(600, 1200, count * 70));
    await publishText(
      admin,
      `<p>${'A day by the sea. '.repeat(20)}</p><p><img src="${wide.url}" alt=""></p><p>And home.</p><p><img src="${high.url}" alt=""></p>`,
      { title: `Day ${count}` },
    );
  }
  await publishVideo(admin, 'A film');
  await publishGallery(admin, 1);
}

async function read(
  duet: Duet,
  browser: Browser,
  person: Person | null,
  viewport: { width: number; height: number },
): Promise<{ shifts: Shift[]; pictures: number }> {
  const page = await duet.page(browser, person, { viewport, serviceWorkers: 'block' });
  let pictures = 0;
  await page.route('**/media/**', async (route) => {
    pictures += 1;
    await new Promise((resolve) => setTimeout(resolve, slowMs * (1 + (pictures % 3))));
    await route.continue();
  });
  await page.addInitScript(watch);
  await page.goto('/home');
  await page.locator('article').first().waitFor();
  await scrollThrough(page);
  const shifts = await page.evaluate(() => window.shifts ?? []);
  await page.context().close();
  return { shifts, pictures };
}

function watch(): void {
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: { node?: Node | null }[];
  }
  const shifts: Shift[] = [];
  window.shifts = shifts;
  const name = (node?: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? '?');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => name(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** To the end, half a screen at a time, and at each halt until the pictures in sight are there. */
async function scrollThrough(page: Page): Promise<void> {
  const step = (page.viewportSize()?.height ?? 800) / 2;
  await page.mouse.move(195, 400);
  for (let at = 0; ; at += step) {
    await page.waitForFunction(() =>
      [...document.images].every((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return bottom < 0 || top > innerHeight || image.complete;
      }),
    );
    const moved = await page.evaluate((px) => {
      const scroller = document.querySelector('[data-route="/home"] main') as HTMLElement;
      const before = scroller.scrollTop;
      scroller.scrollTop += px;
      return scroller.scrollTop > before;
    }, step);
    if (!moved && at > 0) return;
  }
}
