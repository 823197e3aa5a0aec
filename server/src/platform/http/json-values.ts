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

/** The place of the quote that ends the string which begins at `start`, or of the end of the text. */
function endOfString(json: string, start: number): number {
  const next = json.indexOf('"', start + 1);
  if (next < 0) return json.length;
  // Most strings have no escape; a picture as base64 is a single long one.
  if (!json.slice(start, next).includes('\\')) return next;
  let at = start + 1;
  for (; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) break;
  }
  return at;
}
