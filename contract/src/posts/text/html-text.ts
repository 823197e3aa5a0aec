import { inlineTags } from './html-policy.ts';
import { characters, decoded, htmlTokens } from './html-tokens.ts';

const insideWords: readonly string[] = inlineTags;

/** The text of clean HTML without its tags, a line break in the place of each tag that separates words. */
export function htmlText(html: string): string {
  let text = '';
  for (const piece of htmlTokens(html)) {
    if (piece.kind === 'text') text += characters(piece.raw).map(decoded).join('');
    else if (!insideWords.includes(piece.name)) text += '\n';
  }
  return text;
}

export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The words of an HTML text in one line, as one shares or announces them. */
export const plainText = (html: string): string => oneLine(htmlText(html));

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

/** Plain text as HTML: what was typed is what is read, and an empty line starts a paragraph. */
export function textAsHtml(text: string): string {
  const safe = escapeHtml(text.trim());
  if (!safe) return '';
  return safe
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replace(/\n/g, '<br>')}</p>`)
    .join('');
}
