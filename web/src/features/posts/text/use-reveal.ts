import { useState } from 'react';
import { loginPrompt } from '../../../session/LoginPrompt.tsx';
import { useUser } from '../../../session/session.ts';
import { type Revealed, type Reveals, reveal } from './reveal.ts';

/** How much of a text shows to who is here, and what 'read more' does. `whole`: a member needs no tap. */
export function useReveal(
  length: number,
  truncated: boolean,
  whole: boolean,
): Revealed & { readMore(): void } {
  const reader = useUser() ? 'member' : 'guest';
  const [reveals, setReveals] = useState<Reveals>(0);
  const shown = reveal(length, truncated, reader, whole && reader === 'member' ? 1 : reveals);
  const readMore = () => (shown.more === 'prompt' ? loginPrompt.open('readMore') : setReveals(1));
  return { ...shown, readMore };
}
