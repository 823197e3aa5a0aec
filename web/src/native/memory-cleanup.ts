import { native } from './platform.ts';

/** Product.md §9. iOS ends a web view that holds too much, without a warning. */
const everyMs = 60_000;

/** Calls `clean` every 60 s on iOS, for as long as the app lives. Answers how to stop. */
export function startMemoryCleanup(clean: () => void): () => void {
  if (native().platform !== 'ios') return () => undefined;
  const timer = setInterval(clean, everyMs);
  return () => clearInterval(timer);
}
