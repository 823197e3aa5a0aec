/** An element of a WebM (EBML). */
interface Element {
  readonly id: number;
  /** Null where it says that it is not known, as in a recording that was streamed. */
  readonly size: number | null;
  /** Where its content begins. */
  readonly content: number;
}

/** An element's head: an id whose first bits say its length, and a size written the same way (RFC 8794). */
export function elementAt(bytes: Buffer, at: number): Element | null {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23;
  const sizeAt = at + idLength;
  const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
  if (idLength > 4 || sizeLength > 8 || sizeAt + sizeLength > bytes.length) return null;
  const mask = 2 ** (7 * sizeLength) - 1;
  let size = (bytes[sizeAt] ?? 0) & (2 ** (8 - sizeLength) - 1);
  for (let next = 1; next < sizeLength; next += 1) size = size * 256 + (bytes[sizeAt + next] ?? 0);
  return {
    id: bytes.readUIntBE(at, idLength),
    size: size >= mask ? null : size,
    content: sizeAt + sizeLength,
  };
}
