import { limits } from '../limits.ts';
import { isBlank } from '../plain-text.ts';
import type { TextKey } from '../texts/texts.ts';

/**
 * Controls, line and paragraph separators, annotation marks, lone surrogates, and everything that changes the direction
 * of what follows: marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
 */
const refused = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u;

/** More marks on one letter than any script writes; they would cover the lines above and below. */
const stackedMarks = /\p{M}{11}/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Of a display name, trimmed: 0 (none) to 40 characters as people count them (decisions §8). */
export function displayNameFault(name: string): TextKey | null {
  // No character that people write has more code units on average, so what is longer is not counted.
  if (name.length > limits.displayName.maxCodeUnits) return 'displayNameTooLong';
  if (refused.test(name) || stackedMarks.test(name)) return 'displayNameCharacters';
  if (name !== '' && isBlank(name)) return 'displayNameCharacters';
  return [...graphemes.segment(name)].length > limits.displayName.maxChars ? 'displayNameTooLong' : null;
}
