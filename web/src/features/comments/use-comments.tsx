import { type ReactNode, useCallback, useState } from 'react';
import { CommentsSheet } from './CommentsSheet.tsx';

interface Comments {
  /** Opens the comments of a post. */
  readonly open: (post: { readonly _id: string }) => void;
  /** Has to stand somewhere in what is rendered. */
  readonly sheet: ReactNode;
}

/** Comments for a screen that shows posts. */
export function useComments(): Comments {
  const [shown, setShown] = useState<{ postId: string; open: boolean }>();
  const open = useCallback(({ _id: postId }: { readonly _id: string }) => {
    setShown({ postId, open: true });
  }, []);
  const close = useCallback(() => {
    setShown((former) => former && { ...former, open: false });
  }, []);
  const sheet = shown && (
    <CommentsSheet key={shown.postId} postId={shown.postId} open={shown.open} onClose={close} />
  );
  return { open, sheet };
}
