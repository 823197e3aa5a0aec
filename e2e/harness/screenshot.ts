import { expect, type Page } from '@playwright/test';

const softly = expect.configure({ soft: true });

/**
 * Hides what is not the same in every run: links, with another code or port each time; how long the server's
 * own work took; and frames of videos, which another decoder draws in other shades, and some of which come late. Unlike Playwright's masks it stays below what lies over it.
 */
const hideVarying =
  'input[readonly] { color: transparent !important } ' +
  'input[readonly]::selection { color: transparent !important; background: transparent !important } ' +
  '[data-job] dd { visibility: hidden !important; white-space: nowrap !important } ' +
  'video, [aria-label^="Frame at"] img { filter: brightness(0) !important }';

/**
 * Expects the window to look like the reference screenshot of the same name (e2e/screenshots, renewed by
 * `npm run screenshots`). Rendered by the same Chromium with the same fonts from the same data at the same time of day, two
 * screenshots of one state are equal. `threshold` (0 to 1, of the difference in YIQ) leaves room for what the 256 colours of
 * a reference leave out; `maxDiffPixels` for less than the stroke of an icon.
 */
export async function expectScreenshot(page: Page, name: string): Promise<void> {
  // A style element is forbidden by the page's policy.
  const sheet = await page.evaluateHandle((rules) => {
    const hiding = new CSSStyleSheet();
    hiding.replaceSync(rules);
    document.adoptedStyleSheets.push(hiding);
    return hiding;
  }, hideVarying);
  // Playwright compares once, as soon as two pictures are equal: what is drawn late, as anywhere else, has its time.
  const compare = () => expect(page).toHaveScreenshot(`${name}.png`, { threshold: 0.1, maxDiffPixels: 12 });
  await softly(compare).toPass({ timeout: 10_000 });
  await sheet.evaluate((hiding) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== hiding);
  });
}
