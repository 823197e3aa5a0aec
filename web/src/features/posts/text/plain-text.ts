import { characters, decoded, htmlTokens } from './html-tokens.ts';

const inline = new Set([
  'a',
  'b',
  'code',
  'em',
  'i',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
]);

/** The words of an HTML text in one line, as one shares or announces them. */
export function plainText(html: string): string {
  let text = '';
  for (const piece of htmlTokens(html)) {
    if (piece.kind === 'text') text += characters(piece.raw).map(decoded).join('');
    else if (!inline.has(piece.name)) text += ' ';
  }
  return text.replace(/\s+/gu, ' ').trim();
}

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
