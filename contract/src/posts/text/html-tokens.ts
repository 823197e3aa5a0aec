/** A piece of an HTML string: a run of text, or a tag. */
type HtmlToken =
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'tag'; readonly raw: string; readonly name: string; readonly closing: boolean };

const token = /<(\/?)([a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^"'>])*>|<!--[\s\S]*?-->|<\/?[a-z][\s\S]*|[^<]+|</gi;
const character = /&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{1,31});|[\s\S]/giu;
const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

/**
 * Takes an HTML string apart without a DOM. It decides what is shown, never what is safe: everything is cleaned
 * again where it is rendered. A tag that never ends swallows the rest, as it does in a browser.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  for (const [raw, slash, name] of html.matchAll(token)) {
    if (name) yield { kind: 'tag', raw, name: name.toLowerCase(), closing: slash === '/' };
    else if (!/^<(!--|\/?[a-z])/i.test(raw)) yield { kind: 'text', raw };
  }
}

/** The characters of a text run as a reader counts them: code points, an entity being one. */
export const characters = (raw: string): string[] => raw.match(character) ?? [];

/** What an entity or a single character stands for. */
export function decoded(raw: string): string {
  if (raw[0] !== '&') return raw;
  const word = raw.slice(1, -1);
  if (word[0] !== '#') return named.get(word) ?? raw;
  const code = /^#x/i.test(word) ? Number.parseInt(word.slice(2), 16) : Number(word.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** How many characters a reader sees. */
export function htmlLength(html: string): number {
  let length = 0;
  for (const piece of htmlTokens(html)) if (piece.kind === 'text') length += characters(piece.raw).length;
  return length;
}
