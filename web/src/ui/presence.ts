import { useEffect, useState } from 'react';

/** How long something that closes stays, in ms, to be seen leaving; theme/tokens.css moves it in `--quick`. */
const leavingMs = 180;

/** Keeps something mounted while it leaves: `present` while open or leaving, `leaving` only then. */
export function usePresence(open: boolean): { present: boolean; leaving: boolean } {
  const [present, setPresent] = useState(open);
  useEffect(() => {
    if (open) return setPresent(true);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(() => setPresent(false), still ? 0 : leavingMs);
    return () => clearTimeout(timer);
  }, [open]);
  return { present: open || present, leaving: present && !open };
}
