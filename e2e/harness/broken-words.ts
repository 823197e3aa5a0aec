import type { Page } from '@playwright/test';

/** No name and no word of the app is longer; what people write without a space has to break somewhere. */
const longestWord = 20;

/**
 * Words that stand in two lines, broken inside and without a hyphen: `mat/ei`. Of an open dialog only what is in it counts.
 * A word breaks at a hyphen as it may; what is longer than 20 characters (a text without spaces) and what is part of an
 * address breaks where it has to.
 */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate((longest) => {
    const dialogs = document.querySelectorAll<HTMLElement>('dialog:modal');
    const scope = dialogs[dialogs.length - 1] ?? document.body;
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      if (!around?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (around.closest('.visually-hidden, #splash, [inert], textarea, code, svg')) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}_.'’]+/gu)) {
        if (word.length < 2 || word.length > longest) continue;
        const before = (node.textContent ?? '').slice(0, index).match(/\S*$/)?.[0] ?? '';
        const after = (node.textContent ?? '').slice(index + word.length).match(/^\S*/)?.[0] ?? '';
        if (/[\p{L}\p{N}]@|\//u.test(before + word + after)) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const tops = new Set(lines.map(({ top }) => Math.round(top)));
        if (tops.size > 1)
          found.add(
            `broken inside: "${word}" of "${(node.textContent ?? '').slice(0, 60)}" in .${around.getAttribute('class') ?? around.tagName}`,
          );
      }
    }
    return [...found];
  }, longestWord);
}
