import { limits } from '../limits.ts';
import { cleanText, isBlank } from '../plain-text.ts';
import type { TextKey } from '../texts/texts.ts';

/** A comment as it is kept; what a person sees of it stays as typed. */
export const keptComment = (typed: string): string => cleanText(typed).trim();

/** What is wrong with a comment: it has 1 to 2000 characters (code points) as kept, and something to see. */
export function commentFault(typed: string): TextKey | null {
  const text = keptComment(typed);
  return isBlank(text) || [...text].length > limits.comment.maxChars ? 'commentLength' : null;
}
