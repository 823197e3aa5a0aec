import { limits } from '../limits.ts';
import { cleanText, isBlank } from '../plain-text.ts';
import type { TextKey } from '../texts/texts.ts';

/** 1 to 40 characters (code points) in one line, none of which is a control or changes the direction of text. */
export function siteNameFault(name: string): TextKey | null {
  if (isBlank(name)) return 'fieldRequired';
  const trimmed = name.trim();
  if ([...trimmed].length > limits.site.nameChars) return 'siteNameLength';
  return trimmed === cleanText(trimmed) && !/[\n\t]/.test(trimmed) ? null : 'fieldInvalid';
}

export const accentFault = (colour: string): TextKey | null =>
  /^#[0-9a-f]{6}$/i.test(colour) ? null : 'accentInvalid';

/** A name of the IANA time zone database that this program knows; offsets such as `+02:00` are none. */
export function timeZoneFault(name: string): TextKey | null {
  if (!/^[A-Za-z][\w+-]*(\/[A-Za-z][\w+-]*){0,2}$/.test(name)) return 'timeZoneInvalid';
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return null;
  } catch {
    return 'timeZoneInvalid';
  }
}
