import { deferred } from '../device/ponyfills.ts';
import { createStore, useStore } from '../ui/store.ts';

interface Wanted {
  readonly answered: Promise<boolean>;
  readonly answer: (given: boolean) => void;
}

const wanted = createStore<Wanted | null>(null);

/**
 * Asks the person to prove with their password who they are, as the server wants before some calls (PROOF_NEEDED); answers
 * whether they did. Calls that need it at the same time wait for one proof.
 */
export function askForProof(): Promise<boolean> {
  const asked = wanted.get();
  if (asked) return asked.answered;
  const { promise: answered, resolve } = deferred<boolean>();
  const answer = (given: boolean) => {
    // An answer that came late takes no other question away.
    if (wanted.get()?.answered === answered) wanted.set(null);
    resolve(given);
  };
  wanted.set({ answered, answer });
  return answered;
}

export const wantedProof = wanted.get;
export const useWantedProof = (): Wanted | null => useStore(wanted);
