import { expect, type Page } from '@playwright/test';
import { animationsEnd } from '../harness/animations.ts';
import { accessibilityFaults } from '../harness/axe.ts';
import { brokenWords } from '../harness/broken-words.ts';
import { cascadeFaults } from '../harness/cascade.ts';
import { hitTest } from '../harness/hit-test.ts';
import { enlargeText, layoutFaults, spreadText, usualText } from '../harness/layout.ts';
import { overlaps } from '../harness/overlaps.ts';
import { expectScreenshot } from '../harness/screenshot.ts';
import { smallTargets } from '../harness/targets.ts';
import type { Stop } from './tour.ts';

/** Goes on, so that one run says all that is wrong. */
const softly = expect.configure({ soft: true, timeout: 3_000 });

type Theme = 'light' | 'dark';

/** At which a stop is looked at; the first is that of the page. */
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
export const [phone, , desktop] = sizes;
type Size = (typeof sizes)[number];

/** Which of them are compared with a reference screenshot: each theme and each layout is in one. */
const photographed: readonly (readonly [Size, Theme])[] = [
  [phone, 'light'],
  [desktop, 'dark'],
];

const largeText = 'text of twice the size';

/** How somebody may need to have it: a narrow screen, or one that is enlarged four times; large text; spread text. */
const ways: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['320 px wide', (page) => page.setViewportSize({ width: 320, height: 640 })],
  [largeText, (page) => enlargeText(page, 200)],
  ['spread text', spreadText],
];

/** What a walk has examined, for whoever asks how much that was. */
interface Examined {
  stops: number;
  /** Hit tests of a control; each is tested at each width, in each theme, and in each way. */
  hitTests: number;
  screenshots: number;
}

export const nothingYet = (): Examined => ({ stops: 0, hitTests: 0, screenshots: 0 });

/**
 * Examines a state of the app where it stands, without loading it anew: reference screenshots, axe, whether everything fits
 * and can be pressed at each width in both themes, with a finger where there are some, a narrow screen, large and spread
 * text, in which no word breaks inside and none lies over another. The page is left as it was found.
 */
export async function examine({ page, what: name, loaded }: Stop, sum: Examined): Promise<void> {
  sum.stops += 1;
  // First, while nothing has been scrolled: a conversation that follows its end does not follow it from elsewhere.
  for (const [size, theme] of photographed) {
    await show(page, size, theme);
    // A wider window has other sizes of the pictures.
    await loaded();
    await settled(page);
    await expectScreenshot(page, `${name}-${size.width}-${theme}`);
    sum.screenshots += 1;
  }
  for (const theme of ['dark', 'light'] as const) {
    for (const size of sizes.toReversed()) {
      const what = `${name}, ${size.width} px, ${theme}`;
      await show(page, size, theme);
      if (size.width !== 768) {
        const faults = await accessibilityFaults(page, theme === 'light' ? 'everything' : 'colours');
        softly(faults, what).toEqual([]);
      }
      sum.hitTests += await expectHits(page, what);
      if (theme === 'light') {
        await expectToFit(page, what);
        softly(await cascadeFaults(page), what).toEqual([]);
        // Wider ones have a mouse.
        if (size.width <= 768) await softly.poll(() => smallTargets(page), what).toEqual([]);
      }
    }
  }
  for (const [way, change] of ways) {
    await change(page);
    await settled(page);
    await expectToFit(page, `${name}, ${way}`);
    await softly.poll(() => overlaps(page), `${name}, ${way}`).toEqual([]);
    // At 320 px, and where letters stand apart, a long word may be wider than the screen's column.
    if (way === largeText) await softly.poll(() => brokenWords(page), `${name}, ${way}`).toEqual([]);
    sum.hitTests += await expectHits(page, `${name}, ${way}`);
    await usualText(page);
    await resize(page, phone);
  }
  await closeNotices(page);
}

async function show(page: Page, size: Size, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await resize(page, size);
}

/** They stay until then (tour.ts), and would else lie over what the tour does next. */
async function closeNotices(page: Page): Promise<void> {
  await page.locator('.toast').evaluateAll((notices) => {
    for (const notice of notices) notice.querySelector('button')?.click();
  });
}

async function expectToFit(page: Page, what: string): Promise<void> {
  await softly.poll(() => layoutFaults(page), what).toEqual([]);
}

async function expectHits(page: Page, what: string): Promise<number> {
  let controls = 0;
  const faults = async () => {
    const found = await hitTest(page);
    controls = found.controls;
    return found.faults;
  };
  await softly.poll(faults, what).toEqual([]);
  return controls;
}

async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await settled(page);
}

/** What follows the size has taken its place with the next frame, and what moves there has arrived. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
  await animationsEnd(page);
}
