import { lazy, Suspense, useRef } from 'react';
import type { CommentsSheetProps } from './PostComments.tsx';

/** Loads the code of the sheet, for when it may be wanted where there is no network. */
export const loadComments = () => import('./PostComments.tsx');
const PostComments = lazy(loadComments);

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
