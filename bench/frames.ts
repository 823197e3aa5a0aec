import type { Post } from '@duet/contract/posts/shapes';
import type { Browser, CDPSession, Locator, Page } from '@playwright/test';
import { Duet, type Person } from '../e2e/harness/duet.ts';
import { cardOf, cards } from '../e2e/harness/feed.ts';
import { bubbles, inboxRow, messageField, sendMany } from '../e2e/harness/messages.ts';
import { publishGallery, publishText } from '../e2e/harness/posts.ts';
import { startServer } from '../e2e/harness/server.ts';
import { openBrowser } from './browser.ts';
import { median } from './demo-site.ts';

/** How much slower than this machine the phone is. */
const slowdown = 4;
const rounds = 5;
/** A task that keeps a press waiting for so long is noticed. */
const longMs = 50;

/** What is measured of something that moves: the time of a frame that 95 of 100 keep, and those that came late. */
interface Frames {
  readonly p95: number;
  /** Frames that took longer than one and a half of 60 a second. */
  readonly late: number;
  readonly count: number;
}

interface Round {
  readonly frames: ReadonlyMap<string, Frames>;
  /** From a press to the next paint, ms. */
  readonly presses: ReadonlyMap<string, number>;
  /** Tasks longer than 50 ms since the splash, ms. */
  readonly longTasks: readonly number[];
}

declare global {
  interface Window {
    longTasks?: PerformanceEntry[];
    presses?: number[];
    pressedAt?: number;
    /** From when to when something was measured; what lies between is the driver's own asking. */
    measured?: [number, number][];
  }
}

/**
 * How smoothly the app moves on a phone with a quarter of this machine's processor: the frames of the feed, a sheet, the
 * viewer and a thread, tasks that are too long, and the time from a press to the next paint. The yardstick is an empty page
 * that is scrolled in the same browser: what it misses, the machine does.
 */
export async function frames(): Promise<string[]> {
  const server = await startServer('sqlite');
  const browser = await openBrowser();
  try {
    const duet = new Duet(server);
    const [admin, reader] = [await duet.admin(), await duet.person('reader')];
    for (let day = 1; day <= 8; day += 1) {
      await publishText(admin, `<p>${'A day by the sea. '.repeat(30)}</p>`, { title: `Day ${day}` });
      await publishGallery(admin, 1 + (day % 5));
    }
    // One for each round, so that it can be liked.
    const galleries: Post[] = [];
    for (let round = 0; round < rounds; round += 1) galleries.push(await publishGallery(admin, 3));
    await sendMany(admin, reader, 120);
    const measured: Round[] = [];
    for (const gallery of galleries) measured.push(await walk(duet, browser, gallery, reader, admin));
    return table(measured);
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function walk(
  duet: Duet,
  browser: Browser,
  gallery: Post,
  reader: Person,
  admin: Person,
): Promise<Round> {
  const page = await duet.page(browser, reader, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.addInitScript(follow);
  const session = await page.context().newCDPSession(page);
  const found = new Map<string, Frames>();
  const presses = new Map<string, number>();
  const during = async (what: string, move: () => Promise<unknown>) =>
    found.set(what, await framesOf(page, move));
  const pressing = async (what: string, press: () => Promise<number>) => presses.set(what, await press());

  await page.goto('about:blank');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.setContent(`<main>${'<p>line</p>'.repeat(600)}</main>`);
  await during('an empty page', () => scroll(session, 2400));

  await page.goto('/home');
  await page.locator('#splash').waitFor({ state: 'detached' });
  await cards(page).first().waitFor();
  await during('feed', () => scroll(session, 2400));
  await scroll(session, -2400);

  const card = cardOf(page, gallery);
  await card.scrollIntoViewIfNeeded();
  await pressing('like', await pressOf(page, card.getByRole('button', { name: /^Like,/ })));
  await card.getByRole('button', { name: /^Liked,/ }).waitFor();
  const sheet = page.getByRole('dialog', { name: 'Comments' });
  const openComments = await pressOf(page, card.getByRole('button', { name: /^Comment,/ }));
  await during('sheet', () => pressing('open comments', openComments));
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  const viewer = page.getByRole('dialog', { name: 'Pictures' });
  const openViewer = await pressOf(page, card.getByRole('button', { name: 'Open picture 1 of' }));
  await during('viewer', () => pressing('open viewer', openViewer));
  await viewer.getByText('Picture 1 of').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });

  const beforeMessages = await longTasksOf(page);
  await page.goto('/messages');
  await page.locator('#splash').waitFor({ state: 'detached' });
  await inboxRow(page, admin).getByRole('button').click();
  await bubbles(page).last().waitFor();
  await during('thread', () => scroll(session, -2400));
  await messageField(page).fill('On the way');
  await pressing('send', await pressOf(page, page.getByRole('button', { name: 'Send' })));
  await bubbles(page).filter({ hasText: 'On the way' }).last().waitFor();
  const longTasks = [...beforeMessages, ...(await longTasksOf(page))];
  await page.context().close();
  return { frames: found, presses, longTasks };
}

/** Runs in the page: notes long tasks, and how long presses took to the next paint. */
function follow(): void {
  const longTasks: PerformanceEntry[] = [];
  const presses: number[] = [];
  Object.assign(window, { longTasks, presses, measured: [] });
  addEventListener('pointerdown', ({ timeStamp }) => Object.assign(window, { pressedAt: timeStamp }), true);
  new PerformanceObserver((list) => {
    // The splash hides what happens before.
    if (document.getElementById('splash')) return;
    longTasks.push(...list.getEntries());
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) presses.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Moves the page as a finger would, some 1,200 px a second. */
const scroll = (session: CDPSession, px: number) =>
  session.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 420,
    yDistance: -px,
    speed: 1200,
    gestureSourceType: 'touch',
  });

/** The frames from before something moves until everything has arrived. */
async function framesOf(page: Page, move: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    const at: number[] = [];
    const note = (time: number) => {
      at.push(time);
      if (Object.hasOwn(window, 'noting')) requestAnimationFrame(note);
    };
    Object.assign(window, { noting: at });
    requestAnimationFrame(note);
  });
  await move();
  const times = await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(moving.map(({ finished }) => finished));
    const at = (window as unknown as { noting: number[] }).noting;
    Reflect.deleteProperty(window, 'noting');
    window.measured?.push([at[0] ?? 0, performance.now()]);
    return at;
  });
  const lengths = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const sorted = lengths.toSorted((one, other) => one - other);
  return {
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    late: lengths.filter((ms) => ms > 25).length,
    count: lengths.length,
  };
}

/** The long tasks of what was measured since the page was opened, ms. */
const longTasksOf = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    (window.longTasks ?? [])
      .filter(({ startTime, duration }) =>
        window.measured?.some(([from, to]) => startTime + duration > from && startTime < to),
      )
      .map(({ duration }) => duration),
  );

/**
 * Presses a control, and answers the time to the next paint as Event Timing tells it, in steps of 8 ms; 0 stands for less
 * than 16. The control is looked for before, and nothing is asked of the page for half a second after: finding something by
 * its role costs such a processor more than most of what is measured.
 */
async function pressOf(page: Page, target: Locator): Promise<() => Promise<number>> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('What is to be pressed cannot be seen.');
  await page.evaluate(() => window.presses?.splice(0));
  return async () => {
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    return page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
      window.measured?.push([window.pressedAt ?? 0, performance.now()]);
      return Math.max(0, ...(window.presses ?? []));
    });
  };
}

function table(measured: readonly Round[]): string[] {
  const [first] = measured;
  const each = <Value>(of: (round: Round) => Value) => measured.map(of);
  const moved = [...(first?.frames.keys() ?? [])].map((what) => {
    const of = each(({ frames }) => frames.get(what) ?? { p95: 0, late: 0, count: 0 });
    const late = median(of.map(({ late, count }) => (late / Math.max(1, count)) * 100));
    return `| ${what} | ${median(of.map(({ p95 }) => p95)).toFixed(1)} | ${late.toFixed(1)} % |`;
  });
  const pressed = [...(first?.presses.keys() ?? [])].map((what) => {
    const of = each(({ presses }) => presses.get(what) ?? 0);
    return `| ${what} | ${median(of)} | ${Math.max(...of)} |`;
  });
  const long = each(({ longTasks }) => longTasks.filter((ms) => ms > longMs));
  return [
    `Processor ${slowdown} times slower, 390 × 844 px, medians of ${rounds} rounds.`,
    '',
    '| what moves | p95 of frames, ms | later than 25 ms |',
    '| --- | ---: | ---: |',
    ...moved,
    '',
    '| press | to the next paint, ms | at most |',
    '| --- | ---: | ---: |',
    ...pressed,
    '',
    `Tasks over ${longMs} ms after the splash, a round: ${median(long.map(({ length }) => length))}, the longest ${Math.max(0, ...long.flat())} ms.`,
  ];
}
