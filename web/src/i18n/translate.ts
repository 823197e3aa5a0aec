import { constants } from '@duet/contract/texts/constants';
import { currentSite } from '../theme/site.ts';
import type { Plural, Texts } from './shape.ts';

type Loose = Readonly<Record<string, string | number>>;

/**
 * A translator over one language's texts. Stats are written and plurals chosen by the language's rules; a key
 * that is not there answers itself, which only untyped callers can reach.
 */
export function translator(language: string, texts: Texts): (key: string, values?: Loose) => string {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const written = (value: string | number): string =>
    typeof value === 'number' ? numbers.format(value) : value;

  function form(entry: string | Plural, count: unknown): string {
    if (typeof entry === 'string') return entry;
    const category = plurals.select(Number(count)) as keyof Plural;
    return entry[category] ?? entry.other;
  }

  return (key, values = {}) => {
    const [area = '', name = ''] = key.split('.');
    const entry = texts[area]?.[name];
    if (entry === undefined) return key;
    return form(entry, values.count).replace(/\{(\w+)\}/g, (whole, placeholder: string) =>
      written(
        values[placeholder] ??
          (placeholder === 'site' ? currentSite().name : constants[placeholder]) ??
          whole,
      ),
    );
  };
}
