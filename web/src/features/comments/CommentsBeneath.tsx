import { lazy } from 'react';
import { Part } from '../../offline/Part.tsx';
import { useSession } from '../../session/session.ts';
import { loadCommentsSection } from './load.ts';

const CommentsSection = lazy(loadCommentsSection);

interface CommentsBeneathProps {
  readonly postId: string;
  /** The sheet has them: they are not on the page twice. */
  readonly inSheet: boolean;
}

/** The comments beneath a post on its own page: everybody reads; what a guest does there asks them to sign in. */
export function CommentsBeneath({ postId, inSheet }: CommentsBeneathProps) {
  const { status, user } = useSession();
  if (status !== 'ready') return null;
  const viewer = user?._id ?? 'guest';
  return (
    <Part>
      <CommentsSection key={viewer} postId={postId} viewer={viewer} inSheet={inSheet} />
    </Part>
  );
}
