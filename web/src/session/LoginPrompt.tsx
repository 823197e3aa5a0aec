import { lazy, useState } from 'react';
import { SheetPart } from '../offline/SheetPart.tsx';
import { createStore, useStore } from '../ui/store.ts';
import type { PromptReason } from './LoginSheet.tsx';

export type { PromptReason };

const shown = createStore<PromptReason | null>(null);

export const loginPrompt = {
  open: (reason: PromptReason): void => shown.set(reason),
  close: (): void => shown.set(null),
};

const LoginSheet = lazy(() => import('./LoginSheet.tsx'));

/** The prompt for guests, whose code comes when it is opened. Stands once, in the shell. */
export function LoginPrompt() {
  const reason = useStore(shown);
  // Stays from then on, so that the sheet can leave.
  const [used, setUsed] = useState(false);
  if (reason && !used) setUsed(true);
  if (!used) return null;
  return (
    <SheetPart open={reason !== null} onClose={loginPrompt.close}>
      <LoginSheet reason={reason} onClose={loginPrompt.close} />
    </SheetPart>
  );
}
