import { en as first } from './first/en.ts';
import { en as later } from './later/en.ts';

/** Every text of the app in English, by area. */
export const en = { ...first, ...later, rules: { ...first.rules, ...later.rules } } as const;
