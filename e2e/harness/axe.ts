import type { Page } from '@playwright/test';
import axe, { type NodeResult, type RunOptions } from 'axe-core';
import { animationsEnd } from './animations.ts';
import { splashIsGone } from './splash.ts';

/** WCAG 2.2 at AA, and what axe holds to be good besides. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those of these rules that look at colours. */
const colours = ['color-contrast', 'link-in-text-block'];

/** Style sheets and media have been loaded, and only these results are read. */
const base: RunOptions = { resultTypes: ['violations', 'incomplete'], preload: false };
const optionsAbout = {
  everything: { ...base, runOnly: { type: 'tag', values: everything } },
  colours: { ...base, runOnly: { type: 'rule', values: colours } },
} satisfies Record<string, RunOptions>;

/**
 * What axe finds in what is to be seen now: the topmost dialog, which hides the rest from everybody, or else the page.
 * One line each, with the element. `about` leaves out what the other theme has answered already. Colours are measured when
 * what fades in has arrived, and the page when the splash over it has gone.
 */
export async function accessibilityFaults(
  page: Page,
  about: keyof typeof optionsAbout = 'everything',
): Promise<string[]> {
  const options = optionsAbout[about];
  await splashIsGone(page);
  await animationsEnd(page);
  const found = await faultsByAxe(page, options);
  if (found) return found;
  // Its half a megabyte is sent to a page once, and read there once.
  await page.evaluate(axe.source);
  return (await faultsByAxe(page, options)) ?? ['axe is not in the page'];
}

/** What axe finds, told in the page, so that what it does not complain of stays there; null where the page has no axe yet. */
const faultsByAxe = (page: Page, options: RunOptions): Promise<string[] | null> =>
  page.evaluate(async (runOptions) => {
    const there = (window as { axe?: typeof axe }).axe;
    if (!there) return null;
    const context = document.querySelector('dialog:modal') ? { include: ['dialog:modal'] } : document;
    const { violations, incomplete } = await there.run(context, runOptions);
    const line = (id: string, { html, any, all, none }: NodeResult) =>
      `${id}: ${html} ${[...any, ...all, ...none][0]?.message ?? ''}`;
    // Of a text in the very colour of its ground axe says only that it may be meant so.
    const isUnseen = ({ any }: NodeResult) => any.some(({ data }) => data?.messageKey === 'equalRatio');
    return [
      ...violations.flatMap(({ id, nodes }) => nodes.map((node) => line(id, node))),
      ...incomplete.flatMap(({ id, nodes }) => nodes.filter(isUnseen).map((node) => line(id, node))),
    ];
  }, options);
