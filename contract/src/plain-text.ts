import { z } from 'zod';

/** C0 and C1 controls except tab and newline, and the bidi overrides and isolates (security.md §8). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unwanted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text as it is stored: NFC, one kind of newline, no controls, no bidi overrides, no lone surrogates. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unwanted, '').toWellFormed().normalize('NFC');
}

/** A text field that people fill in: cleaned, trimmed, then measured in UTF-16 units. */
export const plainText = (maxChars: number) =>
  z
    .string('fieldInvalid')
    .transform((text) => cleanText(text).trim())
    .pipe(z.string().max(maxChars, 'fieldTooLong'));

/** Whether there is nothing to read: only white space, zero-width and other characters that show nothing. */
export const isBlank = (text: string): boolean =>
  !/[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
