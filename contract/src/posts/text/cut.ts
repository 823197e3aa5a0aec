import { voidTags } from './html-policy.ts';
import { characters, htmlLength, htmlTokens } from './html-tokens.ts';

const ellipsis = '…';

interface Cut {
  readonly html: string;
  readonly isCut: boolean;
}

/**
 * The first `max` characters of an HTML text, tags not counted; a cut text ends with '…' inside that limit and with
 * every element closed. Pictures before the cut stay, what comes after it is left out.
 *
 * @param goesOn more follows elsewhere: a text that fills the limit exactly is cut as well
 */
export function cutHtml(html: string, max: number, goesOn = false): Cut {
  if (htmlLength(html) <= (goesOn ? max - 1 : max)) return { html, isCut: false };
  const room = max - ellipsis.length;
  const open: string[] = [];
  let kept = '';
  let used = 0;
  for (const piece of htmlTokens(html)) {
    if (piece.kind === 'text') {
      const letters = characters(piece.raw);
      const fits = Math.min(letters.length, room - used);
      used += fits;
      kept += used < room ? piece.raw : lastWords(letters, fits);
      if (used >= room) break;
      continue;
    }
    kept += piece.raw;
    if (voidTags.includes(piece.name)) continue;
    if (piece.closing) open.splice(open.lastIndexOf(piece.name) >>> 0, 1);
    else open.push(piece.name);
  }
  const closed = open.reverse().map((name) => `</${name}>`);
  return { html: kept + ellipsis + closed.join(''), isCut: true };
}

/** How far back from the limit a place between two words is looked for, in characters. */
const wordReach = 30;

/** The first `count` characters, up to a whole word where one ends close by; nothing that a person sees as one is split. */
function lastWords(letters: readonly string[], count: number): string {
  const end = wholeCharacters(letters, count);
  const kept = letters.slice(0, end).join('');
  // A word that ends exactly here is whole.
  if (/^\s?$/u.test(letters[end] ?? '')) return kept.trimEnd();
  const words = /^([\s\S]*\S)\s+\S*$/u.exec(kept)?.[1];
  return words !== undefined && [...words].length > end - wordReach ? words : kept.trimEnd();
}

/** How many of the first `count` letters end with a whole grapheme. Browsers without `Intl.Segmenter` end at a letter. */
function wholeCharacters(letters: readonly string[], count: number): number {
  if (!('Segmenter' in Intl)) return count;
  const textOf = (end: number) => letters.slice(0, end).join('');
  const start = new Intl.Segmenter().segment(textOf(count + 1)).containing(textOf(count).length)?.index;
  let end = count;
  while (textOf(end).length > (start ?? Number.POSITIVE_INFINITY)) end -= 1;
  return end;
}

/** The first `max` characters of plain text; a cut text ends with '…' inside that limit. */
export function cutText(text: string, max: number, goesOn = false): string {
  const letters = [...text];
  return letters.length <= (goesOn ? max - 1 : max)
    ? text
    : lastWords(letters, max - ellipsis.length) + ellipsis;
}
