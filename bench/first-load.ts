import type { Browser, BrowserContext } from '@playwright/test';
import { openBrowser } from './browser.ts';
import { median, withDemoSite } from './demo-site.ts';
import { Waterfall } from './waterfall.ts';

/** Lighthouse's slow 4G, and a phone a quarter as fast as this machine. */
const line = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const slowdown = 4;
/** `DUET_BENCH_ROUNDS` for more of them. */
const rounds = Number(process.env.DUET_BENCH_ROUNDS ?? 5);
/** Long enough for the largest picture in sight to have come. */
const settleMs = 3000;

interface Load {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly largest: string;
  /** When the splash began to fade. */
  readonly splashLeft: number;
  readonly splashGone: number;
  readonly shift: number;
  readonly waterfall: Waterfall;
}

/**
 * How fast a guest's /home opens on a phone with a slow line: cold, and again with what the browser has kept. On the
 * demo's site, or on the one at `DUET_BENCH_URL`.
 */
export async function firstLoad(): Promise<string[]> {
  const browser = await openBrowser();
  try {
    return await withDemoSite((url) => measure(browser, url));
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, url: string): Promise<string[]> {
  const loads: { cold: Load; warm: Load }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
    loads.push({ cold: await loadOnce(context), warm: await loadOnce(context) });
    await context.close();
  }
  const cold = loads.at(-1)?.cold;
  return [
    `Medians of ${rounds}, in ms; 1.6 Mbit/s, 150 ms, processor × ${slowdown}, 390 × 844 px. The largest paint is seen when`,
    'the splash above it has begun to fade.',
    '',
    '| /home | first paint | largest paint | splash fades | largest seen | splash gone | layout shift | kB received | largest is |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    rowOf(
      'cold',
      loads.map(({ cold }) => cold),
    ),
    rowOf(
      'warm',
      loads.map(({ warm }) => warm),
    ),
    '',
    'What the last cold load asked for before its splash was gone:',
    '',
    ...(cold?.waterfall.until(cold.splashGone) ?? []),
  ];
}

async function loadOnce(context: BrowserContext): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const waterfall = new Waterfall(devtools);
  await page.addInitScript(watch);
  await page.goto('/home', { waitUntil: 'commit' });
  await page.locator('article').first().waitFor();
  await page.locator('#splash').waitFor({ state: 'detached' });
  await page.waitForTimeout(settleMs);
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Load, 'waterfall'> }).seen);
  await page.close();
  return { ...seen, waterfall };
}

/** Runs in the page before everything else. */
function watch(): void {
  const seen = { firstPaint: 0, largestPaint: 0, largest: '', splashLeft: 0, splashGone: 0, shift: 0 };
  Object.assign(window, { seen });
  const follow = (type: string, use: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true });
  follow('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  follow('largest-contentful-paint', (entry) => {
    const { element } = entry as unknown as { element: Element | null };
    seen.largestPaint = entry.startTime;
    seen.largest = element ? `${element.tagName.toLowerCase()}.${element.className}`.slice(0, 60) : 'gone';
  });
  follow('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  const ended = setInterval(() => {
    const leaves = document.querySelector('#splash.leaving');
    if (leaves) seen.splashLeft ||= performance.now();
    if (document.body && !document.getElementById('splash') && document.querySelector('article')) {
      seen.splashGone = performance.now();
      clearInterval(ended);
    }
  }, 10);
}

function rowOf(name: string, loads: readonly Load[]): string {
  const middle = (of: (load: Load) => number) => median(loads.map(of));
  return [
    `| ${name}`,
    middle((load) => load.firstPaint).toFixed(0),
    middle((load) => load.largestPaint).toFixed(0),
    middle((load) => load.splashLeft).toFixed(0),
    middle((load) => Math.max(load.largestPaint, load.splashLeft)).toFixed(0),
    middle((load) => load.splashGone).toFixed(0),
    middle((load) => load.shift).toFixed(4),
    middle((load) => load.waterfall.kilobytes).toFixed(0),
    `${loads.at(-1)?.largest} |`,
  ].join(' | ');
}
