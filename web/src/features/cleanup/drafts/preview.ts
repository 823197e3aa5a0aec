import { limits } from '@duet/contract/limits';

/** At most 50 characters of what was written, in one line, the '…' of a cut text included. */
export function previewOf(words: string): string {
  const characters = [...words.replace(/\s+/gu, ' ').trim()];
  const { previewChars } = limits.draft;
  if (characters.length <= previewChars) return characters.join('');
  return `${characters
    .slice(0, previewChars - 1)
    .join('')
    .trimEnd()}…`;
}

/** When a draft was begun, as the list says it; `null` and what cannot be read have words of their own. */
export function draftDate(
  value: string | null | undefined,
  words: { readonly language: string; readonly unknown: string; readonly invalid: string },
): string {
  if (!value) return words.unknown;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return words.invalid;
  return new Intl.DateTimeFormat(words.language, { dateStyle: 'medium' }).format(time);
}
