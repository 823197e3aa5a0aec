import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** WCAG 2.2 at AA, and what axe holds to be good besides. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those of these rules that look at colours. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds in what is to be seen now: the topmost dialog, which hides the rest from everybody, or else the page.
 * One line each, with the element. `about` leaves out what the other theme has answered already.
 */
export async function accessibilityFaults(
  page: Page,
  about: 'everything' | 'colours' = 'everything',
): Promise<string[]> {
  // Its half a megabyte is sent to a page once; an empty source would mean all of it.
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode();
  // Style sheets and media have been loaded, and only these results are read.
  builder.options({ resultTypes: ['violations', 'incomplete'], preload: false });
  if (about === 'everything') builder.withTags(everything);
  else builder.withRules(colours);
  if ((await page.locator('dialog:modal').count()) > 0) builder.include('dialog:modal');
  const { violations, incomplete } = await builder.analyze();
  // Of a text in the very colour of its ground axe says only that it may be meant so.
  const unseen = incomplete.map((rule) => ({
    ...rule,
    nodes: rule.nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio')),
  }));
  return [...violations, ...unseen].flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) => `${id}: ${html} ${[...any, ...all, ...none][0]?.message ?? ''}`),
  );
}
