import type { Language } from '../../texts/texts.ts';
import { en, type PushTexts } from './en.ts';
import { ro } from './ro.ts';

const tables: Readonly<Record<Language, PushTexts>> = { en, ro };

/** What a notification says, in the language of whom it is for. */
export const pushTexts = (language: Language): PushTexts => tables[language];
