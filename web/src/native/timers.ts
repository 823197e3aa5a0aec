import { native } from './platform.ts';

/** Product.md §9: calls to the status bar wait for 500 ms without another one. */
const debounceMs = 500;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Adapts the status bar to the theme that shows, once it has stayed for 500 ms. */
export function adaptStatusBar(theme: 'light' | 'dark'): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // A phone without such a bar refuses.
    native()
      .showStatusBar(theme)
      .catch(() => undefined);
  }, debounceMs);
}

/** Product.md §9. iOS ends a web view that holds too much, without a warning. */
const cleanupMs = 60_000;

/** Calls `clean` every 60 s on iOS, for as long as the app lives. Answers how to stop. */
export function startMemoryCleanup(clean: () => void): () => void {
  if (native().platform !== 'ios') return () => undefined;
  const timer = setInterval(clean, cleanupMs);
  return () => clearInterval(timer);
}
