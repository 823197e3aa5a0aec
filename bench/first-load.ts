import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumArguments, packagedChromium } from '../scripts/chromium.mjs';
import { root, runtime } from '../scripts/project.mjs';
import { startDuet } from './server-process.ts';

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
  readonly splashGone: number;
  readonly shift: number;
  readonly kilobytes: number;
}

/**
 * How fast a guest's /home opens on a phone with a slow line: cold, and again with what the browser has kept. On the
 * demo's site, or on the one at `DUET_BENCH_URL`.
 */
export async function firstLoad(): Promise<string[]> {
  const { executablePath, env } = await packagedChromium();
  const browser = await chromium.launch({
    executablePath,
    args: chromiumArguments,
    env: { ...process.env, ...env },
  });
  try {
    return await withSite((url) => measure(browser, url));
  } finally {
    await browser.close();
  }
}

async function withSite<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const running = process.env.DUET_BENCH_URL;
  if (running) return use(running);
  const folder = await mkdtemp(join(tmpdir(), 'duet-bench-'));
  const data = join(folder, 'data');
  execFileSync(runtime(), ['server/src/cli/main.ts', 'demo-seed'], {
    cwd: root,
    env: { ...process.env, DUET_DATA_DIR: data },
    stdio: 'ignore',
  });
  const duet = await startDuet(data);
  try {
    return await use(duet.url);
  } finally {
    await duet.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, url: string): Promise<string[]> {
  const loads: { cold: Load; warm: Load }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
    loads.push({ cold: await loadOnce(context), warm: await loadOnce(context) });
    await context.close();
  }
  return [
    `Medians of ${rounds}, in ms; 1.6 Mbit/s, 150 ms, processor × ${slowdown}, 390 × 844 px.`,
    '',
    '| /home | first paint | largest paint | splash gone | layout shift | kB received | largest is |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
    rowOf(
      'cold',
      loads.map(({ cold }) => cold),
    ),
    rowOf(
      'warm',
      loads.map(({ warm }) => warm),
    ),
  ];
}

async function loadOnce(context: BrowserContext): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  let received = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength;
  });
  await page.addInitScript(watch);
  await page.goto('/home', { waitUntil: 'commit' });
  await page.locator('article').first().waitFor();
  await page.locator('#splash').waitFor({ state: 'detached' });
  await page.waitForTimeout(settleMs);
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Load, 'kilobytes'> }).seen);
  await page.close();
  return { ...seen, kilobytes: received / 1000 };
}

/** Runs in the page before everything else. */
function watch(): void {
  const seen = { firstPaint: 0, largestPaint: 0, largest: '', splashGone: 0, shift: 0 };
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
    if (document.body && !document.getElementById('splash') && document.querySelector('article')) {
      seen.splashGone = performance.now();
      clearInterval(ended);
    }
  }, 10);
}

function rowOf(name: string, loads: readonly Load[]): string {
  const middle = (of: (load: Load) => number) =>
    loads.map(of).toSorted((one, other) => one - other)[Math.floor(loads.length / 2)] ?? 0;
  return [
    `| ${name}`,
    middle((load) => load.firstPaint).toFixed(0),
    middle((load) => load.largestPaint).toFixed(0),
    middle((load) => load.splashGone).toFixed(0),
    middle((load) => load.shift).toFixed(4),
    middle((load) => load.kilobytes).toFixed(0),
    `${loads.at(-1)?.largest} |`,
  ].join(' | ');
}
