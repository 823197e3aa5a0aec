import type { Plugin } from 'vite';

/** The texts of the first page in a language, in a file of their own. */
const texts = /\/src\/i18n\/first\/(en|ro)\.ts$/;

/**
 * Asks for the texts together with the app instead of after it. The page names those of each language; the server
 * leaves in what the browser's own language asks for.
 */
export function preloadTexts(): Plugin {
  return {
    name: 'duet:preload-texts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((part) => {
          const [, language] = (part.type === 'chunk' && texts.exec(part.facadeModuleId ?? '')) || [];
          if (!language) return [];
          const attrs = { rel: 'modulepreload', href: `/${part.fileName}`, 'data-language': language };
          return [{ tag: 'link', attrs, injectTo: 'head' as const }];
        }),
    },
  };
}
