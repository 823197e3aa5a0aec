import { numberFormat } from '../../../i18n/formats.ts';

/** From here on a count is written short: '12K'. */
const shortFrom = 10_000;

/** A count beside an icon, by the rules of the language. */
export function shortCount(count: number, language: string): string {
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return numberFormat(language, count < shortFrom ? {} : short).format(count);
}
