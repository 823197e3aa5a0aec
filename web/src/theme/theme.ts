import { deviceStorage } from '../device/storage.ts';
import { themeKey } from '../device/storage-keys.ts';
import { createEmitter, useStore } from '../ui/store.ts';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const dark = matchMedia('(prefers-color-scheme: dark)');
type Shown = 'light' | 'dark';
const applied = createEmitter<[shown: Shown]>();

function chosenTheme(): Theme {
  return themes.find((theme) => theme === deviceStorage.get(themeKey)) ?? 'system';
}

function apply(): void {
  const chosen = chosenTheme();
  const shown = chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset.theme = shown;
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = paper;
  }
  applied.emit(shown);
}

/** Tells which of the two shows, now and whenever that changes. */
export function onThemeChange(watcher: (shown: Shown) => void): void {
  applied.subscribe(watcher);
  watcher(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');
}

/** Shows the theme that was chosen on this device, and follows the system where none was. Called once at the start. */
export function startTheme(): void {
  dark.addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key === themeKey) apply();
  });
  apply();
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') deviceStorage.remove(themeKey);
  else deviceStorage.set(themeKey, theme);
  apply();
}

/** The chosen theme, and again when it changes. */
export const useTheme = (): Theme => useStore({ get: chosenTheme, subscribe: applied.subscribe });
