import { limits } from '@duet/contract/limits';

/** What a badge shows of a count: '99+' above 99, nothing at 0. */
export function badgeText(count: number): string {
  if (!(count > 0)) return '';
  return count > limits.badge.cap ? `${limits.badge.cap}+` : String(count);
}
