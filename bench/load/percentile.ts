/** Of numbers in order, the one below which `share` of them lie; null of none. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/** The one in the middle; null of none, and nulls are left out. */
export function median(values: readonly (number | null)[]): number | null {
  return percentile(
    values.filter((value) => value !== null).sort((one, other) => one - other),
    0.5,
  );
}
