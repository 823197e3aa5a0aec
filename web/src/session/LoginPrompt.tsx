import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { SheetPart } from '../offline/SheetPart.tsx';
import { lateComponent, useLateComponent } from '../ui/late-component.ts';
import { createStore, useStore } from '../ui/store.ts';
import type { LoginSheetProps, PromptReason } from './LoginSheet.tsx';
import { useUser } from './session.ts';

export type { PromptReason };

const shown = createStore<PromptReason | null>(null);

export const loginPrompt = {
  open: (reason: PromptReason): void => shown.set(reason),
  close: (): void => shown.set(null),
};

const loginSheet = lateComponent(() => import('./LoginSheet.tsx'));

/** Loads its code, for guests who have not been asked yet. */
export const loadLoginPrompt = loginSheet.load;

/** The prompt for guests, whose code comes when it is opened, if not before. Stands once, in the shell. */
export function LoginPrompt() {
  const reason = useStore(shown);
  const isGuest = useUser() === null;
  const { pathname } = useLocation();
  // Stays from then on, so that the sheet can leave.
  const [used, setUsed] = useState(false);
  if (reason && !used) setUsed(true);
  // Whoever has gone to another page or signed in is not asked any more, also where the code comes only then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes it
  useEffect(() => loginPrompt.close, [pathname]);
  useEffect(() => (isGuest ? undefined : loginPrompt.close()), [isGuest]);
  return used ? <UsedPrompt reason={reason} onClose={loginPrompt.close} /> : null;
}

function UsedPrompt(prompt: LoginSheetProps) {
  const Shown = useLateComponent(loginSheet);
  return (
    <SheetPart open={prompt.reason !== null} onClose={prompt.onClose}>
      <Shown {...prompt} />
    </SheetPart>
  );
}
