import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../scripts/project.mjs';
import { filesBelow, textOf } from './files.ts';

/** What docs/words.md says of every text, as far as a pattern can tell. */

type Texts = { readonly [key: string]: string | Texts };
interface Text {
  readonly where: string;
  readonly text: string;
}

const flat = (texts: Texts, path: string): readonly Text[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ where: `${path}.${key}`, text: value }] : flat(value, `${path}.${key}`),
  );

async function textsIn(language: 'en' | 'ro'): Promise<readonly Text[]> {
  const files = filesBelow().filter(
    (path) => /^(web|contract)\/src\//.test(path) && new RegExp(`/${language}(/[\\w-]+)?\\.ts$`).test(path),
  );
  const tables = files.map(async (path) => {
    const module: Record<string, unknown> = await import(join(root, path));
    const table = Object.values(module).find((value) => typeof value === 'object' && value !== null);
    // A list of the areas names texts that stand in files of their own.
    return /\/i18n\/(first|later)\/|\/i18n\/(en|ro)\.ts$/.test(path) ? [] : flat(table as Texts, path);
  });
  const texts = (await Promise.all(tables)).flat();
  expect(texts.length).toBeGreaterThan(500);
  return texts;
}

/** Where the product says a text to the letter. */
const prescribing = ['docs/product.md', 'docs/decisions.md', 'structure/requirements.json']
  .map(textOf)
  .join('\n');
const isPrescribed = ({ text }: Text) => prescribing.includes(text);

/** Names, units and what is written so by whoever made it. */
const names =
  /^(Duet|Monday|Aegis|Google|Authenticator|NetNewsWire|Feedly|Europe|QR|PIN|MB|ID|JPEG|PNG|MP4|WebM|Ogg|MOV|AVI|WMV|H|UTC|HTML|DUET_\w+)$/;
/** These stand beside prescribed ones in one list. */
const besidePrescribed = new Set([
  'Open Activity',
  'Open Audit Log',
  'Audit Log',
  'Recent Activity',
  'Admin Dashboard',
  'User Management',
]);
/** Values that calls take, in English for everybody. */
const ofCalls = /Spam, Inappropriate Content, Harassment/;

const avoided: Readonly<Record<'en' | 'ro', RegExp>> = {
  en: /\b(a|this|the|no) mails?\b(?! server)|\bmails\b|\be-mail\b|\blog[ -]?in\b|\bmake an account\b|\blift the block\b|\bpresent (one|address)\b|\bformer\b|\bis not right\b|\b[Nn]obody\b.*\bnever\b|\bnever\b.*\bnobody\b/,
  ro: /(?<![-\w@{.])[Ee]mail(?![\w}])|\b[Ll]og(are|at|hează)\b|[Tt]e rugăm|\bautentific(?!are\b)|[Rr]idică blocarea|[Ff]ace(ți)? (un )?cont\b|\bdin flux\b|\b[Bb]ackup\b|\b[Ff]ilmuleț|\brapo(rt|arte)(?![\wăâîșț])|\b([Ee]ști|[Vv]ei fi|[Vv]a fi) (conectat|deconectat|invitat)(?![\wă])|[Bb]loche(ază|zi) pe /,
};

for (const language of ['en', 'ro'] as const) {
  it(`${language}: no spaces too many, no invisible characters, one sign for an ellipsis, no exclamation, quotation marks of the language`, async () => {
    const wrong = (await textsIn(language)).filter((one) => {
      const { text } = one;
      if (/^\s|\s$|\s\s|\.\.\.|[\u00ad\u200b\u2060\ufeff]/.test(text)) return true;
      // A sign that is named stands between spaces.
      if (/!(?! )/.test(text)) return !isPrescribed(one);
      return (language === 'en' ? /["„]/ : /["“]/).test(text) && !isPrescribed(one);
    });
    expect(wrong.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
  });

  it(`${language}: none of the words that are said otherwise`, async () => {
    const wrong = (await textsIn(language)).filter(
      (one) => avoided[language].test(one.text) && !isPrescribed(one),
    );
    expect(wrong.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
  });

  it(`${language}: sentence case`, async () => {
    const wrong = (await textsIn(language)).filter((one) => {
      if (isPrescribed(one) || besidePrescribed.has(one.text) || ofCalls.test(one.text)) return false;
      const inside = one.text.matchAll(/(?<=[^.!?:“„…\s]\s+)\p{Lu}[\p{L}\p{N}_]*/gu);
      return [...inside].some(([word]) => !names.test(word));
    });
    expect(wrong.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
  });
}
