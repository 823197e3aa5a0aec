import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { returnTo } from '../../../session/return-to.ts';
import { useUser } from '../../../session/session.ts';

interface NeededStep {
  /** Until they have a second step, the person may not act as the admin that they are. */
  readonly needed: boolean;
  /** Where they were led here from, and want to go on; null where they came by themselves. */
  readonly from: string | null;
}

/** Whether a second step has to be set up, and for what. */
export function useNeededStep(): NeededStep {
  const user = useUser();
  // The location is that of the page in front, also while this one is behind it.
  const [{ state }] = useState(useLocation());
  const isLed = user !== null && typeof (state as { from?: unknown } | null)?.from === 'string';
  return { needed: user?.secondStepRequired === true, from: isLed ? returnTo(state, user) : null };
}
