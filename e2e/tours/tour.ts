import type { Browser, BrowserContextOptions, Page, Route } from '@playwright/test';
import type { Duet, Person } from '../harness/duet.ts';
import { fail } from '../harness/feed.ts';

/** What a tour is given: a site, browsers, and what is to be done wherever there is something to see. */
export interface Guide {
  readonly duet: Duet;
  /** A site of its own, empty. */
  readonly fresh: () => Promise<Duet>;
  /** A page of a browser of one's own, of the tour's site or another, at a path; the splash is gone. */
  readonly open: (person: Person | null, path: string, site?: Duet) => Promise<Page>;
  /** Examines what is to be seen now. */
  readonly look: (page: Page, what: string) => Promise<void>;
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
  await page.locator('#splash').waitFor({ state: 'detached' });
}

/** Escape in a dialog in which something was written, and the question that follows. */
export async function discard(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
  await question.getByRole('button', { name: 'Discard' }).click();
}

interface Fixtures {
  readonly duet: Duet;
  readonly fresh: () => Promise<Duet>;
  readonly browser: Browser;
  readonly as: (person: Person | null, path?: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Leads through a tour in browsers such as `device`. */
export function lead(
  { walk }: Tour,
  { duet, fresh, browser, as }: Fixtures,
  look: Guide['look'],
  device: BrowserContextOptions = {},
): Promise<void> {
  return walk({
    duet,
    fresh,
    look,
    async open(person, path, site = duet) {
      const options = { reducedMotion: 'reduce', ...device } as const;
      const page =
        site === duet ? await as(person, undefined, options) : await site.page(browser, person, options);
      await goto(page, path);
      return page;
    },
  });
}
