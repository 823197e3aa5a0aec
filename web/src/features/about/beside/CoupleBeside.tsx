import { lazy, Suspense, useEffect, useState } from 'react';
import { idle } from '../../../device/wait.ts';
import { withAllTexts } from '../../../i18n/language.ts';
import { useTwoColumns } from '../../../theme/media-queries.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';

const Couple = lazy(() => withAllTexts(import('./Couple.tsx')));

/** Whose site it is, beside the feed where there is room. It comes after everything that one came for. */
export function CoupleBeside() {
  const beside = useTwoColumns();
  const isIdle = useIdle();
  if (!beside || !isIdle) return null;
  return (
    <ErrorBoundary instead={null}>
      <Suspense fallback={null}>
        <Couple />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Whether the page had nothing else to do since it was opened. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => void idle().then(() => setIdle(true)), []);
  return isIdle;
}
