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

/** What the site shows to first-time visitors, as the server wrote it into the page; null where it leaves that to them. */
export function siteLanguage(): Language | null {
  const told = document.querySelector<HTMLMetaElement>('meta[name="duet-site"]')?.content;
  const [, language] = /"language":"(en|ro)"/.exec(told ?? '') ?? [];
  return (language as Language | undefined) ?? null;
}
