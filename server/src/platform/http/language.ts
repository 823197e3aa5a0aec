import { type Language, languages } from '@duet/contract/texts/texts';

const isLanguage = (tag: string): tag is Language => languages.some((language) => language === tag);

/** The one of Duet's languages that `Accept-Language` wants most; English where it wants none of them. */
export function acceptedLanguage(header: string | undefined): Language {
  let best: { language: Language; quality: number } | null = null;
  for (const part of (header ?? '').slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const tag = range.trim().split('-', 1)[0] ?? '';
    const q = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    if (!isLanguage(tag) || !(quality > 0)) continue;
    if (!best || quality > best.quality) best = { language: tag, quality };
  }
  return best?.language ?? 'en';
}
