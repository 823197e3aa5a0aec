import type { Language, TextKey as RuleKey } from '@duet/contract/texts/texts';
import { deviceStorage } from '../device/storage.ts';
import { languageKey } from '../device/storage-keys.ts';
import { currentSite } from '../theme/site.ts';
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

/** The texts of the first page, and those of all other screens. */
interface Loaders {
  readonly first: () => Promise<Texts>;
  readonly later: () => Promise<Texts>;
}

const loaders: Record<Language, Loaders> = {
  en: {
    first: async () => (await import('./first/en.ts')).en,
    later: async () => (await import('./later/en.ts')).en,
  },
  ro: {
    first: async () => (await import('./first/ro.ts')).ro,
    later: async () => (await import('./later/ro.ts')).ro,
  },
};

interface Loaded extends Speech {
  /** Grows once, by the texts of the other screens. `t` stays the same: nobody has asked for one of them before. */
  readonly texts: Record<string, Texts[string]>;
  hasAll: boolean;
}

const loaded = new Map<Language, Loaded>();
/** Whether somebody needed the texts of the other screens; whatever language is chosen from then on comes with them. */
let needsAll = false;
const speech = createStore<Speech | null>(null);
let wanted: Language | undefined;

/** The language that a value names; null where it names none. */
export const asLanguage = (value: unknown): Language | null =>
  value === 'en' || value === 'ro' ? value : null;

/** What a guest on this device reads: their choice, else the site's, else the default of browser and clock. */
export function deviceLanguage(): Language {
  return (
    asLanguage(deviceStorage.get(languageKey)) ??
    asLanguage(currentSite().language) ??
    defaultLanguage(navigator.languages, Intl.DateTimeFormat().resolvedOptions().timeZone)
  );
}

async function load(language: Language): Promise<Loaded> {
  const [first, later] = await Promise.all([
    loaded.get(language) ?? loaders[language].first(),
    needsAll && !loaded.get(language)?.hasAll ? loaders[language].later() : null,
  ]);
  let next = loaded.get(language);
  if (!next) {
    const texts = { ...(first as Texts) };
    next = { language, texts, t: translator(language, texts) as T, hasAll: false };
    loaded.set(language, next);
  }
  if (later) {
    for (const [area, texts] of Object.entries(later)) next.texts[area] = { ...next.texts[area], ...texts };
    next.hasAll = true;
  }
  return next;
}

/**
 * Loads what shows texts that are not of the first page together with them: its code is given out when they can be asked
 * for. Rejects where either does not come.
 */
export async function withAllTexts<Code>(code: Promise<Code>): Promise<Code> {
  needsAll = true;
  const [given] = await Promise.all([code, load(wanted ?? deviceLanguage())]);
  return given;
}

/** Shows the whole app in a language, at once and without a reload; loads its texts the first time. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  const next = await load(language);
  // At the start the person's language may be asked for before the device's has come: either is better than none.
  if (speech.get() && wanted !== language) return;
  document.documentElement.lang = language;
  speech.set(next);
}

/** A guest's choice: shown at once and kept on this device. */
export function chooseDeviceLanguage(language: Language): Promise<void> {
  deviceStorage.set(languageKey, language);
  return setLanguage(language);
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

/** The text of a fault that a rule of the contract found. Rules of single fields have no values to fill in. */
export const ruleText = (fault: RuleKey): PlainKey => `rules.${fault}` as PlainKey;
