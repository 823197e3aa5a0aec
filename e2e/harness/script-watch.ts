import type { BrowserContext, Page } from '@playwright/test';

const mark = 'ran a stored script:';

/** Hears of every script of `storedScripts` that runs in a browser, in whatever frame, and of what is asked of elsewhere. */
export class ScriptWatch {
  readonly ran: string[] = [];
  readonly elsewhere: string[] = [];

  private constructor() {}

  /** `own`: whose addresses a page may ask for. */
  static async of(context: BrowserContext, own: string): Promise<ScriptWatch> {
    const watch = new ScriptWatch();
    await context.addInitScript((mark) => {
      globalThis.alert = (said?: unknown) => console.debug(mark, said);
    }, mark);
    context.on('console', (message) => {
      if (message.text().startsWith(mark)) watch.ran.push(`${message.text()} in ${message.page()?.url()}`);
    });
    context.on('dialog', async (dialog) => {
      watch.ran.push(`${mark} ${dialog.message()}`);
      await dialog.dismiss();
    });
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (['http:', 'https:'].includes(protocol) && origin !== own) watch.elsewhere.push(request.url());
    });
    return watch;
  }
}

/** Has DOMPurify find nothing to take away, in every page of the context that is opened afterwards. */
export async function withoutCleaning(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const nothing = { nextNode: () => null } as unknown as NodeIterator;
    Document.prototype.createNodeIterator = () => nothing;
  });
}

/** Elements and attributes of a page that no text may bring with it, in words. */
export const foreignParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said = (element: Element) => element.outerHTML.slice(0, 200);
    const banned = 'iframe, object, embed, base, form[action], meta[http-equiv=refresh], [srcdoc], xmp, math';
    const scripts = [...document.scripts].filter(
      ({ src, text }) => /alert/.test(text) || (src !== '' && new URL(src).origin !== location.origin),
    );
    const handled = [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          (/^(href|src|action|formaction|xlink:href)$/.test(name) &&
            /^\s*(javascript|vbscript):/i.test(value)),
      ),
    );
    return [...document.querySelectorAll(banned), ...scripts, ...handled].map(said);
  });

/** All that a page says: its texts, those of its fields, and what stands in attributes for those who do not see. */
export const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const words = [document.title, document.documentElement.textContent ?? ''];
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['alt', 'aria-label', 'title', 'placeholder', 'content']) {
        words.push(element.getAttribute(name) ?? '');
      }
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        words.push(element.value);
    }
    return words.join('\n');
  });

/** Without what the eye does not see, and without the spaces that a page may break lines at. */
export const squeezed = (text: string): string => text.normalize('NFC').replace(/[\s\p{Cc}\p{Cf}]/gu, '');
