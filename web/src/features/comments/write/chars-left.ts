import { keptComment } from '@duet/contract/comments/rules';
import { limits } from '@duet/contract/limits';
import { useTexts } from '../../../i18n/language.ts';

const { maxChars } = limits.comment;

/** How many characters of a comment may still come (fewer than 0: too many), or null while the end is far. */
function charsLeft(text: string): number | null {
  const left = maxChars - [...keptComment(text)].length;
  return left <= maxChars / 10 ? left : null;
}

/** The same with its words, for a WriteBar. */
export function useCharsLeft(text: string): { count: number; text: string } | null {
  const { t } = useTexts();
  const count = charsLeft(text);
  if (count === null) return null;
  const said = count < 0 ? t('comments.charsOver', { count: -count }) : t('comments.charsLeft', { count });
  return { count, text: said };
}
