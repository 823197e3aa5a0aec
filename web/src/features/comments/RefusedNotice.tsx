import { lazy, Suspense } from 'react';
import { useUser } from '../../session/session.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { useUnsentComments } from './write/unsent-comments.ts';

const RefusedComments = lazy(() => import('./write/RefusedComments.tsx'));

/**
 * Says that comments written without a network were refused, wherever one is. Stands once, in the shell, and takes nothing
 * of it along where its code cannot be loaded.
 */
export function RefusedNotice() {
  const user = useUser();
  const refused = useUnsentComments(user?._id).filter((comment) => comment.refused);
  if (!user || refused.length === 0) return null;
  return (
    <ErrorBoundary instead={null}>
      <Suspense fallback={null}>
        <RefusedComments refused={refused} author={user} />
      </Suspense>
    </ErrorBoundary>
  );
}
