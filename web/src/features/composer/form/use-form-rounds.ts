import { useState } from 'react';
import { usePageVisit } from '../../../ui/page-visit.ts';

interface FormRounds {
  /** The key of the form: another one makes another form. */
  readonly round: number;
  /** Begins another form at once. */
  readonly restart: () => void;
  /** Begins another form when somebody comes to the page again; until then the former is shown, as while the page leaves. */
  readonly end: () => void;
}

interface State {
  readonly round: number;
  /** The arrival at which the form has ended. */
  readonly endedAt: number | null;
}

/** The forms that follow each other on a page, which stays in the document with its form behind other pages. */
export function useFormRounds(): FormRounds {
  const { arrivals } = usePageVisit();
  const [state, setState] = useState<State>({ round: 0, endedAt: null });
  const { round, endedAt } = state;
  // What a form that is gone still has under way ends no later one.
  const change = (next: State) => setState((present) => (present.round === round ? next : present));
  const restart = () => change({ round: round + 1, endedAt: null });
  // Before the effects of an arrival, which give the form what somebody has picked for it.
  if (endedAt !== null && arrivals > endedAt) restart();
  return { round, restart, end: () => change({ round, endedAt: arrivals }) };
}
