import { lazy } from 'react';
import { Part } from '../../offline/Part.tsx';
import { useSession } from '../../session/session.ts';

const ReadComments = lazy(() => import('./ReadComments.tsx'));

/** The comments beneath a post for guests, who have no sheet: to read; whatever they do there asks them to sign in. */
export function GuestComments({ postId }: { readonly postId: string }) {
  const { status, user } = useSession();
  if (status !== 'ready' || user) return null;
  return (
    <Part>
      <ReadComments postId={postId} />
    </Part>
  );
}
