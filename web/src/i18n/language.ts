import type { Language } from '@duet/contract/texts/texts';
import { deviceStorage } from '../device/storage.ts';
import { languageKey } from '../device/storage-keys.ts';
import { createStore, useStore } from '../ui/store.ts';
import { defaultLanguage } from './default-language.ts';
import type { en } from './en.ts';
import type { PlainKeys, Texts, Translate } from './shape.ts';
import { translator } from './translate.ts';

export type { Language } from '@duet/contract/texts/texts';
export type T = Translate<typeof en>;
export type TextKey = Parameters<T>[0];
/** A text that needs no values. */
export type PlainKey = PlainKeys<typeof en>;

interface Speech {
  readonly language: Language;
  readonly t: T;
}

const loaders: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en.ts')).en,
  ro: async () => (await import('./ro.ts')).ro,
};
const loaded = new Map<Language, Speech>();
const speech = createStore<Speech | null>(null);
let wanted: Language | undefined;

const asLanguage = (value: unknown): Language | null => (value === 'en' || value === 'ro' ? value : null);

/** What a guest on this device reads: their choice, else the default of browser and clock. */
export function deviceLanguage(): Language {
  return (
    asLanguage(deviceStorage.get(languageKey)) ??
    defaultLanguage(navigator.languages, Intl.DateTimeFormat().resolvedOptions().timeZone)
  );
}

/** Shows the whole app in a language, at once and without a reload; loads its texts the first time. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  let next = loaded.get(language);
  if (!next) {
    next = { language, t: translator(language, await loaders[language]()) as T };
    loaded.set(language, next);
  }
  // At the start the person's language may be asked for before the device's has come: either is better than none.
  if (speech.get() && wanted !== language) return;
  document.documentElement.lang = language;
  speech.set(next);
}

/** A guest's choice: shown at once and kept on this device. */
export function chooseDeviceLanguage(language: Language): Promise<void> {
  deviceStorage.set(languageKey, language);
  return speak(language);
}

function loadedSpeech(speech: Speech | null): Speech {
  if (!speech) throw new Error('A text was asked for before a language was loaded.');
  return speech;
}

/** The text of a key, outside of React. Components use `useTexts`, which follows a change of language. */
export const t = ((...words: Parameters<T>) => loadedSpeech(speech.get()).t(...words)) as T;

export const currentLanguage = (): Language => speech.get()?.language ?? deviceLanguage();

/** The translator and the language that it speaks; renders again when the language changes. */
export const useTexts = (): Speech => useStore(speech, loadedSpeech);
