import type { ErrorCode } from '../errors.ts';
import { constants } from './constants.ts';
import { en as general } from './en.ts';
import { en as first } from './first/en.ts';
import { ro as firstRo } from './first/ro.ts';
import { ro as generalRo } from './ro.ts';

const en = { ...general, ...first };
const ro = { ...generalRo, ...firstRo };

export type TextKey = keyof typeof en;
type Texts = Readonly<Record<TextKey, string>>;
export type Language = 'en' | 'ro';
export const languages = ['en', 'ro'] as const satisfies readonly Language[];

// Every code of the catalogue has its sentence, or this line does not compile.
const tables: Readonly<Record<Language, Texts & Readonly<Record<ErrorCode, string>>>> = { en, ro };

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key);

/** The sentence for a person, its `{placeholders}` filled from `values`. */
export function sentence(
  language: Language,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return tables[language][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? constants[name] ?? whole),
  );
}
