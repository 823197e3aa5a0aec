import { type ReactNode, Suspense } from 'react';
import { useTexts } from '../i18n/language.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useNewBuild } from './new-build.ts';

/** What is said where a part of the app could not be loaded: for want of a network, or because it went with an update. */
export function usePartErrorTexts(): { readonly title: string; readonly text: string } {
  const { t } = useTexts();
  return useNewBuild()
    ? { title: t('shell.updateTitle'), text: t('shell.updateNeeded') }
    : { title: t('shell.brokenTitle'), text: t('shell.brokenText') };
}

/** Stands where a part of the app could not be loaded. */
export function PartError() {
  const { title, text } = usePartErrorTexts();
  return <ErrorState message={title} detail={text} onRetry={() => location.reload()} />;
}

/**
 * A part of a page whose code comes by itself. Where that does not come, it says so in its own place and takes nothing of the
 * page along. Only a reload helps then: browsers keep in mind that a module could not be loaded (whatwg/html#6768).
 */
export function Part({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary instead={<PartError />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
