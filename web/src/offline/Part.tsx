import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { MissingPart } from './MissingPart.tsx';

/**
 * A part of a page whose code comes by itself. Where that does not come, it says so in its own place and takes nothing of the
 * page along. Only a reload helps then: browsers keep in mind that a module could not be loaded (whatwg/html#6768).
 */
export function Part({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary instead={<MissingPart />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
