import { limits } from '../limits.ts';
import { isBlank, storedText } from '../plain-text.ts';
import type { TextKey } from '../texts/texts.ts';

/** What is wrong with a comment: it has 1 to 2000 characters (code points) as stored, and something to see. */
export function commentFault(typed: string): TextKey | null {
  const text = storedText(typed);
  return isBlank(text) || [...text].length > limits.comment.maxChars ? 'commentLength' : null;
}
