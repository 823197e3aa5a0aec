import type { Language } from '@duet/contract/texts/texts';

const romanianZones = new Set(['Europe/Bucharest', 'Europe/Chisinau', 'Europe/Tiraspol']);

/**
 * The language of somebody who has chosen none: Romanian where the browser's first language is Romanian or the clock
 * runs in Romania or Moldova (product.md §1, decisions §4).
 */
export function defaultLanguage(browserLanguages: readonly string[], timeZone: string): Language {
  const first = browserLanguages[0]?.toLowerCase() ?? '';
  return /^ro(-|$)/.test(first) || romanianZones.has(timeZone) ? 'ro' : 'en';
}
