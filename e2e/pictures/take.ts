// `npm run pictures -- http://127.0.0.1:3180 [folder] [word …]`: every screen of a running demo, at three widths, in
// both themes and languages, for looking at. Words narrow it down: screens, widths, themes and languages; `large` takes
// them with text of twice the size. The accounts are those of `npm run demo`, or of the demo in DUET_DATA_DIR.
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArguments, packagedChromium } from '../../scripts/chromium.mjs';
import { root } from '../../scripts/project.mjs';
import { Api } from '../harness/api.ts';
import { enlargeText } from '../harness/layout.ts';
import { splashIsGone } from '../harness/splash.ts';
import type { Visitor } from './screen.ts';
import { screens } from './screens.ts';

interface Account {
  readonly username: string;
  readonly password: string;
  readonly role: 'admin' | 'user';
}

const [site = 'http://127.0.0.1:3180', folder = join(root, 'pictures'), ...words] = process.argv.slice(2);
const sizes = named(
  [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ] as const,
  ({ width }) => String(width),
);
const languages = named(['en', 'ro'] as const, String);
const themes = named(['light', 'dark'] as const, String);
const isLarge = words.includes('large');
const wanted = named(screens, ({ name }) => name);

await mkdir(folder, { recursive: true });
const { executablePath, env } = await packagedChromium();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env } as Record<string, string>,
  args: chromiumArguments,
});
const accounts = JSON.parse(
  await readFile(resolve(root, process.env.DUET_DATA_DIR ?? 'data-demo', 'demo-accounts.json'), 'utf8'),
) as Account[];
const visitors = {
  guest: [],
  user: await sessionEntries('user'),
  admin: await sessionEntries('admin'),
} satisfies Record<Visitor, unknown>;

for (const language of languages) {
  // What an account has chosen wins over the device.
  for (const kept of [visitors.user, visitors.admin]) await choose(language, kept);
  for (const viewport of sizes) {
    for (const theme of themes) {
      for (const visitor of ['guest', 'user', 'admin'] as const) {
        const context = await open(browser, visitor, viewport, theme, language);
        const page = await context.newPage();
        for (const screen of wanted.filter(({ as }) => as === visitor)) {
          await take(
            page,
            screen,
            `${screen.name}-${viewport.width}-${theme}-${language}${isLarge ? '-large' : ''}.png`,
          );
        }
        await context.close();
      }
    }
  }
}
await browser.close();

/** Those that the words name; all where no word is about them. */
function named<One>(all: readonly One[], nameOf: (one: One) => string): readonly One[] {
  const some = all.filter((one) => words.includes(nameOf(one)));
  return some.length > 0 ? some : all;
}

async function choose(language: (typeof languages)[number], kept: typeof visitors.user): Promise<void> {
  const token = kept.find(({ name }) => name === 'duet.token')?.value ?? null;
  await new Api(site, token).call(accountsEndpoints['accounts.savePreferences'], { body: { language } });
}

async function take(page: Page, screen: (typeof screens)[number], file: string): Promise<void> {
  try {
    await screen.before?.(page);
    await page.goto(screen.path);
    await splashIsGone(page);
    if (isLarge) await enlargeText(page, 200);
    await screen.prepare?.(page);
    await splashIsGone(page);
    // A state may have a page of its own.
    if (isLarge) await enlargeText(page, 200);
    if (!screen.loading) await page.waitForFunction(standsStill);
    await page.screenshot({ path: join(folder, file), animations: 'disabled' });
    process.stdout.write(`${file}\n`);
  } catch (error) {
    process.stdout.write(`${file}: ${String(error).split('\n')[0]}\n`);
    process.exitCode = 1;
  } finally {
    await page.context().setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

/** Runs in the page: whether nothing loads any more and every picture that the screen shows has arrived. */
function standsStill(): boolean {
  const busy = document.querySelector('main [aria-busy="true"], dialog [aria-busy="true"]');
  if (busy) return false;
  return [...document.images].every((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return image.complete || bottom < 0 || top > innerHeight;
  });
}

function open(
  from: Browser,
  visitor: Visitor,
  viewport: (typeof sizes)[number],
  theme: (typeof themes)[number],
  language: (typeof languages)[number],
): Promise<BrowserContext> {
  const kept = visitors[visitor].map(({ name, value }) =>
    name === 'duet.user'
      ? { name, value: JSON.stringify({ ...JSON.parse(value), language }) }
      : { name, value },
  );
  return from.newContext({
    baseURL: site,
    viewport,
    colorScheme: theme,
    locale: language === 'ro' ? 'ro-RO' : 'en-GB',
    timezoneId: 'Europe/London',
    // What stands in for the server has to be asked by the page itself.
    serviceWorkers: 'block',
    hasTouch: viewport.width < 800,
    storageState: {
      cookies: [],
      origins: [{ origin: site, localStorage: [...kept, { name: 'duet.language', value: language }] }],
    },
  });
}

/** What the app keeps on the device of somebody of the demo. */
async function sessionEntries(role: Account['role']): Promise<{ name: string; value: string }[]> {
  const account = accounts.find((one) => one.role === role);
  if (!account) throw new Error(`The demo has no ${role}.`);
  const { username, password } = account;
  const row = accountsEndpoints['accounts.login'];
  const { data } = await new Api(site).call(row, { body: { username, password } });
  if (!data.user) throw new Error(`${username} signs in with a second step.`);
  const { email: _, ...user } = data.user;
  return [
    { name: 'duet.token', value: data.token },
    { name: 'duet.user', value: JSON.stringify(user) },
  ];
}
