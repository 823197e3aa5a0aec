import { defineConfig } from '@playwright/test';
import { chromiumArguments, packagedChromium } from '../scripts/chromium.mjs';
import { slowness } from './harness/slowness.ts';
import type { SiteOptions } from './harness/test.ts';

const { executablePath, env } = await packagedChromium();
/** Runs at the same time keep their traces apart; the workers are told by the process that starts them. */
process.env.DUET_E2E_RUN ??= String(process.pid);

/**
 * All pages of a context share one process. Chromium would start two for each test: one for the empty page, and one for the
 * site, which asks to be apart (Cross-Origin-Opener-Policy).
 */
const oneProcess = ['--disable-site-isolation-trials', '--renderer-process-limit=1'];

/**
 * Chromium's network in the browser's process instead of one of its own: to pass on what pages ask for took a twentieth to an
 * eighth of all work. What Playwright enables (chromiumSwitches.ts) is named again, should only the last list count.
 */
const oneNetwork =
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies';

export default defineConfig<object, SiteOptions>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  outputDir: `../test-results/${process.env.DUET_E2E_RUN}`,
  globalSetup: './harness/postgres.ts',
  // On two cores: a test waits as well, and with two workers they are idle for a quarter of the time. Four take 13 minutes for all,
  // three took 14.
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000 * slowness,
  expect: { timeout: 10_000 * slowness },
  reporter: [['list']],
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    serviceWorkers: 'block',
    // A trace costs a third of a test's time; `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      env: { ...process.env, ...env },
      args: [...chromiumArguments, ...oneProcess, oneNetwork],
    },
  },
  projects: [
    { name: 'sqlite', use: { database: 'sqlite' } },
    {
      name: 'postgres',
      // Where the database can make a difference to a browser: what comes through LISTEN/NOTIFY, what is searched, sorted
      // and deleted in bulk, what two want at once or twice, mail and its queue, what one signs in with, and the whole use.
      // Of all the others the app's part is the same on both, and the calls run on both in the server's tests.
      grep: /@postgres/,
      use: { database: 'postgres' },
    },
    {
      name: 'three-servers',
      // `npm run scale-test -- browser`. What starts a program of its own in one folder has no second server.
      testIgnore: /\/(start|update|native-projects)\.spec\.ts$/,
      // Nor have files of three servers a folder that a test could put one into.
      grepInvert: /@disk/,
      use: { database: 'three-servers' },
      // Three servers in the place of one, nginx, PostgreSQL and a store on the same cores take longer for the same, most of all to start.
      timeout: 180_000 * slowness,
      expect: { timeout: 30_000 * slowness },
    },
  ],
});
