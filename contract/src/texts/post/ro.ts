import type { en } from './en.ts';

/** What is said in Romanian of a post that cannot be shown: the app knows it before it loads the other sentences. */
export const ro: Readonly<Record<keyof typeof en, string>> = {
  POST_ID_REQUIRED: 'ID-ul postării este obligatoriu',
  POST_NOT_FOUND: 'Postarea nu a fost găsită',
};
