import { limits } from '@duet/contract/limits';

export type Reader = 'guest' | 'member';
/** How often 'read more' was tapped on a text, as far as it matters. */
export type Reveals = 0 | 1;

export interface Revealed {
  /** The most characters that show; `null` shows all that there is. */
  readonly max: number | null;
  /** What 'read more' does, or null where nothing more can be read. */
  readonly more: 'expand' | 'prompt' | null;
}

const { textChars, secondRevealChars } = limits.preview;

/**
 * How much of a text shows (decisions §4, Guest limits). A preview of 500 characters at first; a member's tap opens
 * the whole text, a guest's first tap up to 1000 characters, and their second one the login prompt.
 *
 * @param length characters of the text as it was received
 * @param truncated the server kept the rest of it back
 */
export function reveal(length: number, truncated: boolean, reader: Reader, reveals: Reveals): Revealed {
  if (reader === 'member') {
    if (reveals > 0 || length <= textChars) return { max: null, more: null };
    return { max: textChars, more: 'expand' };
  }
  const withheld = truncated || length > secondRevealChars;
  if (reveals > 0 || length <= textChars) return { max: secondRevealChars, more: withheld ? 'prompt' : null };
  return { max: textChars, more: 'expand' };
}
