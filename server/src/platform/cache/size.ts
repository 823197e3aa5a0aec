const perRow = 400;

/** How many bytes rows hold, about: their texts in UTF-16, and what surrounds them. */
export function sizeOfRows(rows: readonly object[]): number {
  let bytes = 0;
  for (const row of rows) {
    bytes += perRow;
    for (const value of Object.values(row)) if (typeof value === 'string') bytes += value.length * 2;
  }
  return bytes;
}
