import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

/** The texts of the first page in a language, in a file of their own. */
const texts = /\/src\/i18n\/first\/(en|ro)\.ts$/;

/** What may be shown before the texts of the other screens have come, with all that it imports. */
const shownFirst =
  /\/src\/(app|offline|session|ui|features\/(comments|posts|views)|screens\/(\w+\/)?(Feed|Login|PostDetail)Screen)/;
/** These are loaded together with all texts (i18n/language.ts). */
const loadedWithAll = /\/(AuthorProfile|CountDialog|PasskeySignIn|ProofSheet|SecondStep)\.tsx$/;

async function keysOf(part: 'first' | 'later'): Promise<ReadonlySet<string>> {
  const path = fileURLToPath(new URL(`../src/i18n/${part}/en.ts`, import.meta.url));
  const { module } = await runnerImport<{ en: Record<string, object> }>(path);
  return new Set(
    Object.entries(module.en).flatMap(([area, texts]) => Object.keys(texts).map((name) => `${area}.${name}`)),
  );
}

/**
 * Asks for the texts together with the app instead of after it. The page names those of each language; the server
 * leaves in what the browser's own language asks for. Refuses to build an app whose first screens show a text which comes later.
 */
export function preloadTexts(): Plugin {
  return {
    name: 'duet:preload-texts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const [first, later] = await Promise.all([keysOf('first'), keysOf('later')]);
      const ofFirstScreens = new Set<string>();
      const collect = (id: string) => {
        // Calls, which a virtual module lists, have names like those of texts.
        if (ofFirstScreens.has(id) || loadedWithAll.test(id) || !id.includes('/src/')) return;
        ofFirstScreens.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) collect(imported);
      };
      for (const id of this.getModuleIds()) if (shownFirst.test(id)) collect(id);
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        for (const [id, { code }] of Object.entries(part.modules)) {
          // An endpoint may have the name of a text.
          if (!ofFirstScreens.has(id)) continue;
          const named = code?.match(/(?<!call\(["'`])(?<=["'`])[a-z]+\.\w+(?=["'`])/g) ?? [];
          const found = named.find((key) => later.has(key) && !first.has(key));
          if (found) this.error(`${id} shows ${found}, which is of i18n/later.`);
        }
      }
    },
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
