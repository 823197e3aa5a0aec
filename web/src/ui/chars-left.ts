import { storedText } from '@duet/contract/plain-text';
import { useTexts } from '../i18n/language.ts';

/** How many characters of a text may still come (fewer than 0: too many), or null while the end is far. */
export function charsLeft(typed: string, maxChars: number): number | null {
  const left = maxChars - [...storedText(typed)].length;
  return left <= maxChars / 10 ? left : null;
}

/** The same with its words, for a WriteBar. */
export function useCharsLeft(typed: string, maxChars: number): { count: number; text: string } | null {
  const { t } = useTexts();
  const count = charsLeft(typed, maxChars);
  if (count === null) return null;
  const text = count < 0 ? t('shell.charsOver', { count: -count }) : t('shell.charsLeft', { count });
  return { count, text };
}
