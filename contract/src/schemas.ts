import { z } from 'zod';
import type { TextKey } from './texts/texts.ts';

/** A string that a rule accepts; the issue's message is the key of the sentence that says why not. */
export function checkedText(fault: (text: string) => TextKey | null) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? fault('') : 'fieldInvalid') })
    .superRefine((text, context) => {
      const key = fault(text);
      if (key) context.addIssue({ code: 'custom', message: key });
    });
}

/** An integer in a query string. */
export const queryInteger = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'fieldInvalid')
    .transform(Number)
    .pipe(z.number().int().min(min, 'fieldInvalid').max(max, 'fieldInvalid'))
    .optional()
    .transform((value) => value ?? fallback)
    // What it means to those who make a client of the OpenAPI document.
    .meta({ sentAs: { type: 'integer', minimum: min, maximum: max, default: fallback } });

export const isoTime = z.string();

/** A time that a caller sends, as it came in an answer. */
export const sentTime = z.iso.datetime('fieldInvalid');
export const id = z.string();

/** What the sender's device called something that it sends, so that a retry stores it once. */
export const clientId = z.string('fieldInvalid').regex(/^[\x21-\x7e]{1,100}$/, 'fieldInvalid');
