import { limits } from '../limits.ts';
import { cleanText, isBlank } from '../plain-text.ts';
import type { TextKey } from '../texts/texts.ts';

/** A message as it is kept; what a person sees of it stays as typed. */
export const keptMessage = (typed: string): string => cleanText(typed).trim();

/** What is wrong with a message: as kept it is not empty and has at most 1000 characters (code points). */
export function messageFault(typed: string): TextKey | null {
  const text = keptMessage(typed);
  if (isBlank(text)) return 'messageRequired';
  return [...text].length > limits.message.maxChars ? 'messageTooLong' : null;
}
