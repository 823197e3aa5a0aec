import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/project.mjs';
import { filesBelow, textOf } from './files.ts';

/** Every table of English texts that has a Romanian twin beside it. */
const files = new Set(filesBelow());
const pairs = [...files]
  .filter((path) => /(^|\/)en\.ts$/.test(path))
  .map((en) => ({ en, ro: en.replace(/en\.ts$/, 'ro.ts') }));

type Texts = { readonly [key: string]: string | Texts };

/** `{a: {b: 'x'}}` becomes `{'a.b': 'x'}`. */
function flat(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

async function tableIn(path: string): Promise<Map<string, string>> {
  const module: Record<string, unknown> = await import(join(root, path));
  const table = Object.values(module).find((value) => typeof value === 'object' && value !== null);
  return flat(table as Texts);
}

/** `likes.one` or `likes_one`. */
const plural = /[._](zero|one|two|few|many|other)$/;
/** The forms that a language counts with; i18next asks for each of them. */
const formsOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();

function byBase(table: ReadonlyMap<string, string>): Map<string, { forms: string[]; texts: string[] }> {
  const bases = new Map<string, { forms: string[]; texts: string[] }>();
  for (const [key, text] of table) {
    const base = key.replace(plural, '');
    const entry = bases.get(base) ?? { forms: [], texts: [] };
    const form = plural.exec(key)?.[1];
    if (form) entry.forms.push(form);
    entry.texts.push(text);
    bases.set(base, entry);
  }
  return bases;
}

/** `{name}` and `{{name}}`, formatting left out. A plural form may do without its number. */
function placeholders(text: string, ofPlural: boolean): string {
  const names = [...text.matchAll(/\{\{?\s*(\w+)[^}]*\}\}?/g)].map((match) => match[1] ?? '');
  return [...new Set(names)]
    .filter((name) => !(ofPlural && name === 'count'))
    .sort()
    .join(', ');
}

describe('texts', () => {
  it('are in English and Romanian', () => {
    expect(pairs.length).toBeGreaterThan(0);
    expect(pairs.filter(({ ro }) => !files.has(ro))).toEqual([]);
  });

  it.each(pairs)('of $en have a Romanian twin each, with the same placeholders', async ({ en, ro }) => {
    const [english, romanian] = [byBase(await tableIn(en)), byBase(await tableIn(ro))];
    expect([...romanian.keys()].sort()).toEqual([...english.keys()].sort());
    const different = [...english].filter(([key, { forms, texts }]) => {
      const ofPlural = forms.length > 0;
      const all = [...texts, ...(romanian.get(key)?.texts ?? [])].map((text) => placeholders(text, ofPlural));
      return new Set(all).size !== 1;
    });
    expect(different.map(([key]) => key)).toEqual([]);
    expect([...romanian].filter(([, { texts }]) => texts.some((text) => text.trim() === ''))).toEqual([]);
  });

  it.each(pairs)('of $en that count have every plural form of their language', async ({ en, ro }) => {
    for (const [language, path] of [['en', en] as const, ['ro', ro] as const]) {
      const wrong = [...byBase(await tableIn(path))].filter(
        ([, { forms }]) => forms.length > 0 && forms.toSorted().join() !== formsOf(language).join(),
      );
      expect(wrong.map(([key]) => `${language}: ${key}`)).toEqual([]);
    }
  });

  it('write Romanian with a comma below, nowhere with a cedilla [SHELL-05]', async () => {
    const cedilla = /[\u015e\u015f\u0162\u0163]/;
    const written = [...files].filter((path) => /\.(ts|tsx|mjs|css|html|md|json|svg)$/.test(path));
    expect(written.filter((path) => cedilla.test(textOf(path)))).toEqual([]);
    for (const { ro } of pairs) {
      const texts = [...(await tableIn(ro)).values()];
      // A few sentences may do without these letters.
      if (texts.length > 5) expect(texts.join()).toMatch(/[\u0218-\u021b]/);
    }
  });
});
