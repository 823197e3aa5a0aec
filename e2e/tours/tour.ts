import { type Browser, type BrowserContextOptions, expect, type Page, type Route } from '@playwright/test';
import type { Duet, Person } from '../harness/duet.ts';
import { fail } from '../harness/feed.ts';
import { keepNotices } from '../harness/notices.ts';
import { followRequests } from '../harness/requests.ts';
import { serverClock } from '../harness/server-clock.ts';
import { slowClock } from '../harness/slow-clock.mjs';
import { splashIsGone } from '../harness/splash.ts';

/** What a tour is given: a site, browsers, and what is to be done wherever there is something to see. */
interface Guide {
  readonly duet: Duet;
  /** A site of its own, empty. */
  readonly fresh: (settings?: Readonly<Record<string, string>>) => Promise<Duet>;
  /** A page of a browser of one's own, of the tour's site or another, at a path; the splash is gone. */
  readonly open: (person: Person | null, path: string, site?: Duet) => Promise<Page>;
  /** Examines what is to be seen now: when everything has been answered, or while something is `loading`. */
  readonly look: (page: Page, what: string, loading?: 'loading') => Promise<void>;
}

/** A walk through states of the app, from as few loads of a page as will do. */
export interface Tour {
  readonly name: string;
  readonly walk: (guide: Guide) => Promise<void>;
}

/** Answers so that nobody tries again by themselves, and what failed shows at once. */
export const refuse = (route: Route): Promise<void> => fail(route, 400);

/** The splash lies over a page that is loaded until then. */
export async function goto(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await splashIsGone(page);
}

/** Escape in a dialog in which something was written, and the question that follows. */
export async function discard(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  await question.getByRole('button', { name: 'Discard' }).click();
}

/**
 * When it is on the sites of tours, and in the browsers that look at them: what is shown of times is always the same. Ten
 * times slower, a tour does not reach the next minute, and what was made one after the other is still in that order. Pages
 * show seconds.
 */
const siteTime = { start: Date.UTC(2026, 5, 15, 9, 0, 0), pace: 1 / 10 };
const pageTime = { start: siteTime.start + (3 * 60 + 30) * 60_000, pace: 1 / 1_000 };

/**
 * Runs in the page: nothing moves or blinks, so that nothing is caught on its way. The splash ends by its transition. What
 * Playwright does about it for screenshots is a style element, which the page's policy forbids.
 */
function stopMotion(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ':not(#splash), ::before, ::after, ::backdrop ' +
      '{ animation-duration: 0s !important; animation-delay: 0s !important; transition-duration: 0s !important; ' +
      'caret-color: transparent !important }',
  );
  document.adoptedStyleSheets.push(sheet);
}

/** A state of the app where a tour has stopped. */
export interface Stop {
  readonly page: Page;
  readonly what: string;
  /** Waits until the page has what it asked for. */
  readonly loaded: () => Promise<void>;
}

interface Fixtures {
  readonly ownServer: (settings?: Readonly<Record<string, string>>) => Promise<Duet>;
  readonly browser: Browser;
  readonly device: Pick<BrowserContextOptions, 'viewport' | 'hasTouch'>;
}

/**
 * Leads through a tour on a site of its own, whose names, numbers and times are the same in every run, in browsers such as
 * `device`, and examines where it stops.
 */
export async function lead(
  { walk }: Tour,
  { ownServer, browser, device }: Fixtures,
  examine: (stop: Stop) => Promise<void>,
): Promise<void> {
  const pending = new Map<Page, () => string[]>();
  const still: Guide['fresh'] = (settings) =>
    ownServer({ ...settings, ...serverClock(siteTime.start, siteTime.pace) });
  const duet = await still();
  await walk({
    duet,
    fresh: still,
    look: (page, what, loading) =>
      examine({
        page,
        what,
        async loaded() {
          if (!loading) await expect.poll(pending.get(page) ?? (() => []), 'requests').toEqual([]);
        },
      }),
    async open(person, path, site = duet) {
      const page = await site.page(browser, person, {
        ...device,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/London',
      });
      pending.set(page, followRequests(page));
      await page.addInitScript(slowClock, pageTime);
      await page.addInitScript(stopMotion);
      await keepNotices(page);
      await goto(page, path);
      return page;
    },
  });
}
