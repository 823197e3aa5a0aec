import { lazy, Suspense, useRef } from 'react';

const PostComments = lazy(() => import('./PostComments.tsx'));

export interface CommentsSheetProps {
  readonly postId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The comments of a post, in a sheet over it. Its code is loaded when it opens for the first time. */
export function CommentsSheet(sheet: CommentsSheetProps) {
  const wasOpen = useRef(sheet.open);
  wasOpen.current ||= sheet.open;
  if (!wasOpen.current) return null;
  return (
    <Suspense fallback={null}>
      <PostComments {...sheet} />
    </Suspense>
  );
}
