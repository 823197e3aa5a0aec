import type { Language } from '../../texts/texts.ts';
import { en, type MailTexts } from './en.ts';
import { ro } from './ro.ts';

const tables: Readonly<Record<Language, MailTexts>> = { en, ro };

/** What a mail says, in the language of whom it is for. */
export const mailTexts = (language: Language): MailTexts => tables[language];
