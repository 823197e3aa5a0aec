import { lazy, Suspense, useRef } from 'react';
import { loadCommentsSheet } from './load.ts';
import type { CommentsSheetProps } from './PostComments.tsx';

const PostComments = lazy(loadCommentsSheet);

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
