const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/**
 * Whether a JSON text has more than `max` values inside others, counted by the signs that begin or part them, before
 * it is parsed: parsing and checking take time with their number, not with the bytes. Of what is no JSON it says
 * anything.
 */
export function hasMoreValues(json: string, max: number): boolean {
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === comma || code === bracket || code === brace) {
      values += 1;
      if (values > max) return true;
    }
  }
  return false;
}

/** Sign by sign is quicker than a search for a string that is no longer. */
const shortChars = 64;

/** The place of the quote that ends the string which begins at `start`, or of the end of the text. */
function endOfString(json: string, start: number): number {
  const at = endWithin(json, start + 1, start + 1 + shortChars);
  if (at < start + 1 + shortChars) return at;
  // A long one is a picture as base64 most often, without an escape.
  const next = json.indexOf('"', at);
  if (next < 0) return json.length;
  return json.slice(at, next).includes('\\') ? endWithin(json, at, json.length) : next;
}

/** The place of the first quote from `at` on that is not escaped; `most` or one more where there is none before it. */
function endWithin(json: string, at: number, most: number): number {
  let place = at;
  for (; place < most; place += 1) {
    const code = json.charCodeAt(place);
    if (code === backslash) place += 1;
    else if (code === quote) return place;
  }
  return place;
}
