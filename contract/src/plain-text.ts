import { z } from 'zod';

/** C0 and C1 controls except tab and newline, and the bidi overrides and isolates (security.md §8). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unwanted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * More combining marks in a row than any script uses (UAX #15, Stream-Safe Text Format). Putting a run in order takes
 * time with the square of its length: seconds for what fits in a small body.
 */
const longRun = /(\p{M}{31,})/u;

/** The text in NFC, in time with its length: a run of more than 30 combining marks stays as it is. */
function composed(text: string): string {
  return text
    .split(longRun)
    .map((part, at) => (at % 2 === 1 ? part : part.normalize('NFC')))
    .join('');
}

/** Text as it is stored: NFC, one kind of newline, no controls, no bidi overrides, no lone surrogates. */
export function cleanText(text: string): string {
  return composed(text.replace(/\r\n?/g, '\n').replace(unwanted, '').toWellFormed());
}

/** A text that somebody typed, as it is stored: cleaned and trimmed. */
export const storedText = (typed: string): string => cleanText(typed).trim();

/** A text field that people fill in: as it is stored, then measured in UTF-16 units. */
export const plainText = (maxChars: number) =>
  z.string('fieldInvalid').transform(storedText).pipe(z.string().max(maxChars, 'fieldTooLong'));

/** Whether there is nothing to read: only white space, zero-width and other characters that show nothing. */
export const isBlank = (text: string): boolean =>
  !/[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
