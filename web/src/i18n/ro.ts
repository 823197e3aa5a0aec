import type { en } from './en.ts';
import { ro as first } from './first/ro.ts';
import { ro as later } from './later/ro.ts';
import type { Translated } from './shape.ts';

export const ro: Translated<typeof en> = { ...first, ...later, rules: { ...first.rules, ...later.rules } };
