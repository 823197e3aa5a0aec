import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
  type Request,
  type TestInfo,
} from '@playwright/test';
import { Duet, type Person } from './duet.ts';
import { holdRenders } from './late-renders.ts';
import { holdWrites } from './late-writes.ts';
import { pressesOf, recordPresses } from './presses.ts';
import type { Server } from './running-server.ts';
import { type SiteKind, startServer } from './server.ts';
import { SitesProgram } from './sites-program.ts';
import { shortenSplash } from './splash.ts';
import { waitForTraversals } from './traversals.ts';

export { expect } from '@playwright/test';

export interface SiteOptions {
  /** On which database the sites of a project run. */
  readonly database: SiteKind;
}

interface WorkerFixtures extends SiteOptions {
  /** The site that the tests of a worker share. */
  readonly site: Duet;
  /** Runs the sites that the tests of a worker have to themselves. */
  readonly sitesProgram: SitesProgram;
}

interface Fixtures {
  /** Whether the splash of `page` stays for its least time, for tests about it. */
  readonly wholeSplash: boolean;
  /** The shared site. People and posts are made per test; nothing is assumed to be absent. */
  readonly duet: Duet;
  /** Starts an empty site of one's own, for tests that need an untouched one. It shares its program with others. */
  readonly fresh: (settings?: Readonly<Record<string, string>>) => Promise<Duet>;
  /** Starts one in a program of its own, for tests that end, kill or restart it, or set its clock. */
  readonly ownServer: (settings?: Readonly<Record<string, string>>) => Promise<Duet>;
  /** Opens another browser as somebody, at a path. `null` is a guest. */
  readonly as: (person: Person | null, path?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Signed in as the first admin of the shared site. */
  readonly adminPage: Page;
  /** Closes every browser that the test opened: left open it would go on calling, and slow down all that follow. */
  readonly closing: undefined;
}

/** Nothing that was loaded once and well: code, styles, and the page itself. */
const isCall = (request: Request) =>
  request.existingResponse()?.status() !== 200 || ['fetch', 'xhr'].includes(request.resourceType());

/** What stood in a page at the end of a test that failed, for a failure that happens on another machine only. */
async function account(page: Page): Promise<string> {
  const pages = page.locator('[data-pages] > *').evaluateAll((elements) =>
    elements.map((element) => {
      const { className, hidden, inert, dataset } = element as HTMLElement;
      return `${dataset.route}: ${className} ${hidden ? 'hidden' : ''} ${inert ? 'inert' : ''}`;
    }),
  );
  const errors = page.pageErrors();
  const messages = page.consoleMessages();
  const requests = (await page.requests()).filter(isCall).map((request) => {
    const status = request.existingResponse()?.status() ?? request.failure()?.errorText ?? 'no answer';
    return `${request.method()} ${request.url()}: ${status}`;
  });
  const presses = pressesOf(page);
  const shown = page.locator('body').ariaSnapshot({ timeout: 2000 });
  const lines = [
    ...(await pages),
    ...(await presses),
    ...(await errors).map(String),
    ...(await messages).map((message) => `${message.type()}: ${message.text()}`),
    ...requests,
    // Last: the end of a long account is cut.
    await shown,
  ];
  return [page.url(), ...lines].join('\n').replaceAll('\n', '\n  ');
}

/** Attaches to a failed test what stood in its pages. */
async function attachPages(pages: Page[], test: TestInfo): Promise<void> {
  const described = await Promise.all(pages.map((page) => account(page).catch(String)));
  await test.attach('pages', { body: described.join('\n'), contentType: 'text/plain' });
}

/** Calls that the app makes to the last moment may find their stand-in gone; that is nobody's failure. */
async function close(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

type Settings = Readonly<Record<string, string>>;

/** Starts sites as a test wants them, and ends them after it. */
async function useStarted(
  start: (settings?: Settings) => Promise<Server>,
  use: (start: (settings?: Settings) => Promise<Duet>) => Promise<void>,
): Promise<void> {
  const started: Duet[] = [];
  await use(async (settings) => {
    const duet = new Duet(await start(settings));
    started.push(duet);
    return duet;
  });
  await Promise.all(started.map((duet) => duet.server.dispose()));
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: ['sqlite', { option: true, scope: 'worker' }],
  site: [
    async ({ database }, use) => {
      const server = await startServer(database);
      await use(new Duet(server));
      await server.dispose();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  duet: async ({ site }, use, test) => {
    const before = site.server.printed().length;
    await use(site);
    // What the server said meanwhile often tells why.
    const said = site.server.printed().slice(before);
    if (test.error && said) await test.attach('server', { body: said, contentType: 'text/plain' });
  },
  baseURL: ({ site }, use) => use(site.url),
  sitesProgram: [
    async ({ database: _ }, use) => {
      await using program = new SitesProgram();
      await use(program);
    },
    { scope: 'worker' },
  ],
  fresh: async ({ database, sitesProgram }, use) => {
    await useStarted(
      (settings = {}) =>
        database === 'three-servers'
          ? startServer(database, settings)
          : sitesProgram.start(database, settings),
      use,
    );
  },
  ownServer: async ({ database }, use) => {
    await useStarted((settings) => startServer(database, settings), use);
  },
  wholeSplash: [false, { option: true }],
  context: async ({ context, wholeSplash }, use) => {
    if (!wholeSplash) await shortenSplash(context);
    await waitForTraversals(context);
    await recordPresses(context);
    await holdRenders(context);
    await holdWrites(context);
    await use(context);
  },
  page: async ({ page }, use, test) => {
    await use(page);
    // This browser is closed before all the others.
    if (test.error) await attachPages([page], test);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  as: async (
    { browser, duet, contextOptions, viewport, locale, timezoneId, hasTouch, serviceWorkers },
    use,
  ) => {
    await use(async (person, path, options = {}) => {
      const device = {
        viewport,
        hasTouch: hasTouch ?? false,
        locale: locale ?? 'en-GB',
        timezoneId: timezoneId ?? 'UTC',
        serviceWorkers,
      };
      const page = await duet.page(browser, person, { ...contextOptions, ...device, ...options });
      if (path) await page.goto(path);
      return page;
    });
  },
  adminPage: async ({ as, duet }, use) => use(await as(await duet.admin())),
  // Needs `fresh` and `ownServer` so as to come before them at the end: a server ends sooner without its readers.
  closing: [
    async ({ browser, fresh: _, ownServer: __ }, use, test) => {
      await use(undefined);
      const pages = browser.contexts().flatMap((context) => context.pages());
      if (test.error && pages.length > 0) await attachPages(pages, test);
      await Promise.all(browser.contexts().map(close));
    },
    { auto: true },
  ],
});
