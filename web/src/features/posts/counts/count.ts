import { limits } from '@duet/contract/limits';

/** The whole number of 0 or more that was typed, or null where it is none (product.md §5). */
export function parseCount(text: string): number | null {
  const typed = text.trim();
  if (!/^\d{1,10}$/.test(typed)) return null;
  const count = Number(typed);
  return count <= limits.extraCount.max ? count : null;
}
