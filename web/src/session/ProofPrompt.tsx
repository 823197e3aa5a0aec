import { lazy, Suspense, useEffect, useState } from 'react';
import { useWantedProof } from '../api/proof.ts';
import { withAllTexts } from '../i18n/language.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';

const ProofSheet = lazy(() => withAllTexts(import('./ProofSheet.tsx')));

/** Asks for the password where a call needs a proof of who somebody is. Stands once, in the shell. */
export function ProofPrompt() {
  const wanted = useWantedProof();
  // Stays from then on, so that the sheet can leave.
  const [used, setUsed] = useState(false);
  if (wanted && !used) setUsed(true);
  if (!used) return null;
  return (
    <ErrorBoundary instead={<NotAsked />}>
      <Suspense fallback={null}>
        <ProofSheet />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Where the sheet's code cannot be loaded, the calls that wait for it fail with what the server said. */
function NotAsked() {
  const wanted = useWantedProof();
  useEffect(() => wanted?.answer(false), [wanted]);
  return null;
}
