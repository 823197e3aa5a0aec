import { limits } from '@duet/contract/limits';
import { keptMessage } from '@duet/contract/messages/rules';
import { useTexts } from '../../../i18n/language.ts';

const { maxChars } = limits.message;

/** How many characters of a message may still come (fewer than 0: too many), or null while the end is far. */
export function charsLeft(text: string): number | null {
  const left = maxChars - [...keptMessage(text)].length;
  return left <= maxChars / 10 ? left : null;
}

/** The same with its words, for a WriteBar. */
export function useCharsLeft(text: string): { count: number; text: string } | null {
  const { t } = useTexts();
  const count = charsLeft(text);
  if (count === null) return null;
  const said = count < 0 ? t('messages.charsOver', { count: -count }) : t('messages.charsLeft', { count });
  return { count, text: said };
}
