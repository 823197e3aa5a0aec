import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { exportPath } from '@duet/contract/export/route';
import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Duet, type Person, sessionEntries } from './harness/duet.ts';
import { MailServer } from './harness/mail.ts';
import { type Cleaning, Scene, type Stored } from './harness/script-scene.ts';
import { foreignParts, ScriptWatch, squeezed, withoutCleaning, wordsOf } from './harness/script-watch.ts';
import { shortenSplash } from './harness/splash.ts';
import { type StoredScript, storedScripts } from './harness/stored-scripts.ts';
import { expect, test } from './harness/test.ts';
import { unzip } from './harness/unzip.ts';

/** `npm run trust -- scripts` asks for all of them. */
const share = Number(process.env.DUET_SCRIPT_SHARE ?? 0.01);
const scripts = storedScripts.filter((_, at) => (at * share) % 1 < share);
/** So many are stored and looked at together. */
const batch = 20;
const batches = Array.from({ length: Math.ceil(scripts.length / batch) }, (_, n) =>
  scripts.slice(n * batch, (n + 1) * batch),
);

/** A browser by the site's name: a number has no passkeys. */
async function contextOf(
  browser: Browser,
  scene: Scene,
  { cleaning, policy }: { readonly cleaning: Cleaning; readonly policy: boolean },
  person: Person | null,
): Promise<{ context: BrowserContext; watch: ScriptWatch }> {
  const origin = scene.duet.url.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({
    baseURL: origin,
    bypassCSP: !policy,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: person ? [{ origin, localStorage: sessionEntries(person) }] : [] },
    viewport: { width: 1440, height: 1000 },
  });
  await shortenSplash(context);
  const watch = await ScriptWatch.of(context, origin);
  if (cleaning === 'raw') await withoutCleaning(context);
  return { context, watch };
}

/** Waits until what loads of a page by itself has come or failed, and its handlers have had their turn. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const loading = () =>
      [...document.images].some(({ complete, loading }) => !complete && loading !== 'lazy');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frames = 0; frames < 5 || (loading() && frames < 300); frames += 1) await frame();
  });

/** To the next part of what scrolls, and after its end to the first again: of long lists only what is in sight is there. */
const scrollOn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const each of document.querySelectorAll(
      '[data-route]:not([inert]) main, dialog[open], [role=dialog] *',
    )) {
      if (each.scrollHeight <= each.clientHeight) continue;
      const before = each.scrollTop;
      each.scrollTop = before + each.clientHeight * 0.6;
      if (each.scrollTop === before) each.scrollTop = 0;
    }
    for (const button of document.querySelectorAll('button')) {
      if (button.textContent?.trim() === 'Load more' && !button.disabled) button.click();
    }
  });

/** Waits until a page says all of these, wherever it has to be scrolled to; answers how many it did say. */
async function see(page: Page, place: string, texts: readonly string[]): Promise<number> {
  const missing = new Set(texts.map(squeezed).filter((text) => text !== ''));
  const look = async () => {
    const words = squeezed(await wordsOf(page));
    for (const text of missing) if (words.includes(text)) missing.delete(text);
    if (missing.size > 0) await scrollOn(page);
    return [...missing];
  };
  // All places are tried, also where one does not show what it should.
  await expect.configure({ soft: true }).poll(look, { message: place, timeout: 90_000 }).toEqual([]);
  return texts.filter((text) => !missing.has(squeezed(text))).length;
}

/** Looks at every place of a batch; adds what must not be there to `faults`. */
async function lookAt(
  browser: Browser,
  scene: Scene,
  stored: Stored,
  batch: readonly StoredScript[],
  how: { readonly cleaning: Cleaning; readonly policy: boolean },
  faults: string[],
): Promise<void> {
  const { admin, tally, duet } = scene;
  const kept = (...places: readonly string[]) => places.flatMap((place) => stored.kept.get(place) ?? []);
  const { context, watch } = await contextOf(browser, scene, how, admin);
  const guest = await contextOf(browser, scene, how, null);
  const names = batch.values();
  const open = async (context: BrowserContext, path: string, before?: (page: Page) => Promise<void>) => {
    const page = await context.newPage();
    // Another name of the site for each page.
    const name = names.next().value?.text;
    const named = name !== undefined && (await scene.nameSite(name));
    await page.goto(path);
    await before?.(page);
    return { page, name: named ? [name] : [] };
  };
  const done = async (page: Page) => {
    await settled(page);
    if (how.cleaning === 'cleaned') {
      faults.push(...(await foreignParts(page)).map((part) => `${page.url()} has ${part}`));
    }
    await page.close();
  };
  const visit = async (
    place: string,
    path: string,
    texts: readonly string[],
    { by = context, before }: { by?: BrowserContext; before?: (page: Page) => Promise<void> } = {},
  ) => {
    const { page } = await open(by, path, before);
    tally.seen(place, texts.length === 0 ? 1 : await see(page, place, texts));
    await done(page);
  };

  await visit('feed', '/home', kept('titles', 'captions', 'descriptions of pictures'));
  await visit('feed of a guest', '/home', kept('titles', 'captions'), { by: guest.context });
  for (const [n, id] of stored.rich.entries()) {
    const { page } = await open(n % 2 === 0 ? context : guest.context, `/post/${id}`);
    await expect(page.locator(`article[data-post-id="${id}"]`).last()).toContainText('Before it');
    tally.seen('page of a post, its head and comments', 1);
    await done(page);
  }
  for (const id of stored.rich) {
    const { page } = await open(context, `/edit/${id}`);
    await expect(page.locator('[contenteditable=true]').first()).toContainText('Before it');
    tally.seen('editor', 1);
    await done(page);
  }
  await visit('page of a person', `/people/${admin.id}`, []);
  await visit('inbox', '/messages', kept('names', 'messages'));
  await visit('profile: tokens, passkeys', '/profile', kept('tokens', 'passkeys'));
  await visit('dashboard: reports, drafts', '/admin', kept('comments'));
  await visit('activity', '/admin/activity', kept('names'));
  await visit('audit', '/admin/audit', kept('audit'));
  await visit('people', '/admin/users', kept('names'));
  await visit('invitations', '/admin/users', kept('invitations'), {
    before: (page) => page.getByRole('button', { name: 'Invite' }).click(),
  });
  await visit('unfinished uploads', '/new/video', kept('files'));
  for (const [place, path, by] of [
    ['settings of the site', '/admin/site', context],
    ['sign-in', '/login', guest.context],
  ] as const) {
    const { page, name } = await open(by, path);
    await see(page, place, name);
    tally.seen(place, 1);
    await done(page);
  }
  for (const path of ['/feed.atom', '/feed.json', '/manifest.webmanifest', '/api/posts?limit=100']) {
    const page = await guest.context.newPage();
    // What a browser would rather save than show runs nothing.
    await page.goto(path).catch((error: Error) => expect(error.message).toContain('Download'));
    tally.seen(path, batch.length);
    await page.close();
  }
  await exported(context, duet, admin);
  tally.seen('exported data', batch.length);
  for (const { ran, elsewhere } of [watch, guest.watch]) {
    faults.push(...ran);
    if (how.cleaning === 'cleaned') faults.push(...elsewhere.map((address) => `${address} was asked for`));
  }
  await context.close();
  await guest.context.close();
}

/** The downloaded data, opened from the disk. */
async function exported(context: BrowserContext, { url }: Duet, { token }: Person): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'duet-export-'));
  const response = await fetch(new URL(exportPath, url), { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const zip = join(folder, 'data.zip');
  await writeFile(zip, Buffer.from(await response.arrayBuffer()));
  const names = await unzip(zip, folder);
  for (const name of names.filter((each) => each.endsWith('.html'))) {
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(folder, name)).href);
    // What nobody has cleaned may lie over it.
    for (const summary of await page.locator('summary').all()) await summary.dispatchEvent('click');
    await page.close();
  }
  await rm(folder, { recursive: true });
}

test.describe.configure({ timeout: 120_000 + batches.length * 600_000 });

for (const how of [
  { cleaning: 'cleaned', policy: false },
  { cleaning: 'raw', policy: true },
] as const) {
  const without = how.policy
    ? 'that nothing has cleaned, under the policy alone'
    : 'without the content policy';
  test(`no stored script runs ${without}`, async ({ fresh, browser }) => {
    const scene = new Scene(await fresh(), how.cleaning, scripts.length);
    const faults: string[] = [];
    for (const some of batches) {
      const stored = await scene.store(some);
      await lookAt(browser, scene, stored, some, how, faults);
      await scene.empty();
      console.log(`${without}: ${scene.tally}; ran ${faults.length}`);
    }
    expect(faults.slice(0, 20)).toEqual([]);
  });
}

test('no name of a site or of a person runs in a mail', async ({ fresh, browser }) => {
  const smtp = await MailServer.start();
  try {
    const duet = await fresh(smtp.settings);
    const admin = await duet.admin();
    const context = await browser.newContext({ bypassCSP: true });
    const watch = await ScriptWatch.of(context, 'https://duet.example.org');
    const short = scripts.concat(storedScripts.slice(0, 1)).filter(({ text }) => /^[^\n]{1,40}$/.test(text));
    for (const { n, text } of short) {
      const named = await admin.api.attempt(siteEndpoints['site.change'], { body: { name: text } });
      await admin.api.attempt(accountsEndpoints['accounts.changeUser'], {
        params: { id: admin.id },
        body: { displayName: text },
      });
      const email = `guest_${n}@example.org`;
      await admin.api.call(joiningEndpoints['invitations.create'], { body: { email } });
      await expect.poll(() => smtp.to(email).length).toBe(1);
      const page = await context.newPage();
      await page.setContent(smtp.to(email)[0]?.html ?? '');
      if (named.body.success) expect(squeezed(await wordsOf(page))).toContain(squeezed(text));
      await settled(page);
      expect(await foreignParts(page)).toEqual([]);
      await page.close();
    }
    console.log(`${short.length} scripts in a mail; ran ${watch.ran.length}`);
    expect(watch.ran).toEqual([]);
    await context.close();
  } finally {
    await smtp.stop();
  }
});

test('they do run where neither is there', async ({ fresh, browser }) => {
  const how = { cleaning: 'raw', policy: false } as const;
  const scene = new Scene(await fresh(), how.cleaning, scripts.length);
  // Pictures from elsewhere the app leaves out by itself.
  const some = storedScripts.filter(({ text }) =>
    /^<(iframe onload|style onload|link .*onerror)=a/.test(text),
  );
  const { rich } = await scene.store(some);
  const { context, watch } = await contextOf(browser, scene, how, scene.admin);
  for (const id of rich) {
    const page = await context.newPage();
    await page.goto(`/post/${id}`);
    await expect(page.locator(`article[data-post-id="${id}"]`).last()).toContainText('Before it');
  }
  expect(some).toHaveLength(3);
  for (const { n } of some) {
    await expect.poll(() => watch.ran).toContainEqual(expect.stringContaining(`stored script: ${n} `));
  }
  await context.close();
});
