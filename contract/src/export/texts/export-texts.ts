import type { Language } from '../../texts/texts.ts';
import { type ExportTexts, en } from './en.ts';
import { ro } from './ro.ts';

const tables: Readonly<Record<Language, ExportTexts>> = { en, ro };

/** What the page in somebody's own data says, in their language. */
export const exportTexts = (language: Language): ExportTexts => tables[language];
