import { lazy, Suspense, useRef } from 'react';
import { Part } from '../../offline/Part.tsx';
import { SheetPart } from '../../offline/SheetPart.tsx';
import { useSession, useUser } from '../../session/session.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { lateComponent, useLateComponent } from '../../ui/late-component.ts';
import type { CommentsSheetProps } from './PostComments.tsx';
import { useUnsentComments } from './write/unsent-comments.ts';

/** The code of the comments, which comes when somebody looks at some. */
const commentsSheet = lateComponent(() => import('./PostComments.tsx'));
const commentsSection = lateComponent(() => import('./CommentsSection.tsx'));

interface CommentsBeneathProps {
  readonly postId: string;
  /** The sheet has them: they are not on the page twice. */
  readonly inSheet: boolean;
}

/** The comments beneath a post on its own page: everybody reads; what a guest does there asks them to sign in. */
export function CommentsBeneath({ postId, inSheet }: CommentsBeneathProps) {
  const { status, user } = useSession();
  const Shown = useLateComponent(commentsSection);
  if (status !== 'ready') return null;
  const viewer = user?._id ?? 'guest';
  return (
    <Part>
      <Shown key={viewer} postId={postId} viewer={viewer} inSheet={inSheet} />
    </Part>
  );
}

/** The comments of a post, in a sheet over it. Its code is loaded when it opens for the first time. */
export function CommentsSheet(sheet: CommentsSheetProps) {
  const wasOpen = useRef(sheet.open);
  wasOpen.current ||= sheet.open;
  return wasOpen.current ? <Opened {...sheet} /> : null;
}

function Opened(sheet: CommentsSheetProps) {
  const Shown = useLateComponent(commentsSheet);
  return (
    <SheetPart open={sheet.open} onClose={sheet.onClose} onClosed={sheet.onClosed}>
      <Shown {...sheet} />
    </SheetPart>
  );
}

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

/** Loads the code of those beneath a post. */
export const loadCommentsBeneath = commentsSection.load;

/** Loads all of it, for when it may be wanted where there is no network. */
export const loadComments = (): Promise<unknown> =>
  Promise.all([commentsSheet.load(), commentsSection.load()]);
