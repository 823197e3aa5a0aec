import { limits } from '../limits.ts';
import { isBlank, storedText } from '../plain-text.ts';
import type { TextKey } from '../texts/texts.ts';

/** What is wrong with a message: as stored it is not empty and has at most 1000 characters (code points). */
export function messageFault(typed: string): TextKey | null {
  const text = storedText(typed);
  if (isBlank(text)) return 'messageRequired';
  return [...text].length > limits.message.maxChars ? 'messageTooLong' : null;
}
