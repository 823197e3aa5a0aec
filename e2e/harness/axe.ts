import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 at AA, and what axe holds to be good besides. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Colours on their way from one to another are neither. */
const movedIn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

/**
 * Expects axe to find nothing in what is to be seen now, by day and by night: the topmost dialog, which hides the rest
 * from everybody, or else the page.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await movedIn(page);
    const builder = new AxeBuilder({ page }).setLegacyMode().withTags(rules);
    if ((await page.locator('dialog:modal').count()) > 0) builder.include('dialog:modal');
    const { violations } = await builder.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, any, all, none }) => `${id}: ${html} ${[...any, ...all, ...none][0]?.message ?? ''}`,
      ),
    );
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
