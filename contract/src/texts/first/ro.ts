import type { en } from './en.ts';

/** The sentences of both sides that the app says itself on its first screens, in Romanian: they come before all others. */
export const ro: Readonly<Record<keyof typeof en, string>> = {
  POST_ID_REQUIRED: 'ID-ul postării este obligatoriu',
  POST_NOT_FOUND: 'Postarea nu a fost găsită',
  fieldRequired: 'Acest câmp este obligatoriu',
};
