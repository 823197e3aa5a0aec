import { useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import type { CommentSort } from './cache.ts';
import { CommentList } from './list/CommentList.tsx';
import { UnsentComments } from './write/UnsentComments.tsx';
import { WriteComment } from './write/WriteComment.tsx';

export interface CommentsSheetProps {
  readonly postId: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** It has closed, and left the screen. */
  readonly onClosed?: () => void;
}

/** The sheet itself: everybody reads; whoever is signed in writes. */
export default function PostComments({ postId, open, onClose, onClosed }: CommentsSheetProps) {
  const { t } = useTexts();
  const { user, status } = useSession();
  const [sort, setSort] = useState<CommentSort>('newest');
  const [written, setWritten] = useState<string>();
  const viewer = user?._id ?? (status === 'ready' ? 'guest' : null);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      {...(onClosed && { onClosed })}
      title={t('comments.title')}
      size="tall"
      footer={<WriteComment key={viewer} postId={postId} onWritten={({ _id }) => setWritten(_id)} />}
    >
      <UnsentComments postId={postId} />
      <CommentList postId={postId} viewer={viewer} sort={sort} onSort={setSort} written={written} askAgain />
    </Sheet>
  );
}
