import { Suspense, useRef, useState } from 'react';
import { commentsSheet } from './load.ts';
import type { CommentsSheetProps } from './PostComments.tsx';

/** The comments of a post, in a sheet over it. Its code is loaded when it opens for the first time. */
export function CommentsSheet(sheet: CommentsSheetProps) {
  const wasOpen = useRef(sheet.open);
  wasOpen.current ||= sheet.open;
  return wasOpen.current ? <Opened {...sheet} /> : null;
}

function Opened(sheet: CommentsSheetProps) {
  const [Shown] = useState(() => commentsSheet.come() ?? commentsSheet.Later);
  return (
    <Suspense fallback={null}>
      <Shown {...sheet} />
    </Suspense>
  );
}
