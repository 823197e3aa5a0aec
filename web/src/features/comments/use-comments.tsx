import { limits } from '@duet/contract/limits';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { endedSession } from '../../session/ended.ts';
import { useUser } from '../../session/session.ts';
import { CommentsSheet } from './LateComments.tsx';
import { rememberLeft, takeLeftComments } from './sign-in-detour.ts';

interface Comments {
  /** Opens the comments of a post, once for quick taps. */
  readonly open: (post: { readonly _id: string }) => void;
  /** Has to stand somewhere in what is rendered. */
  readonly sheet: ReactNode;
  /** The sheet is on the screen: opening, open or leaving. */
  readonly isShown: boolean;
}

/**
 * Comments for a screen that shows posts. Leaving the page closes them; signing in from them leads back to them. On the
 * page of `postId` the address may ask for them with `#comments`.
 */
export function useComments(postId?: string): Comments {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const userId = useUser()?._id;
  const [page] = useState(pathname);
  const [shown, setShown] = useState<{ postId: string; open: boolean; isGone: boolean }>();
  const onPage = pathname === page;

  const openedAt = useRef(Number.NEGATIVE_INFINITY);

  const open = useCallback(({ _id: postId }: { readonly _id: string }) => {
    const now = performance.now();
    if (now - openedAt.current < limits.tap.commentDebounceMs) return;
    openedAt.current = now;
    setShown({ postId, open: true, isGone: false });
  }, []);
  const close = useCallback(() => {
    // A tap after closing is no repetition, however soon it comes.
    openedAt.current = Number.NEGATIVE_INFINITY;
    setShown((former) => former && { ...former, open: false });
  }, []);
  const handleClosed = useCallback(() => {
    setShown((former) => former && (former.open ? former : { ...former, isGone: true }));
  }, []);
  useEffect(() => {
    if (!onPage) return close();
    const left = userId && takeLeftComments(page, userId);
    if (left) open({ _id: left });
  }, [onPage, page, userId, open, close]);
  const openId = shown?.open ? shown.postId : undefined;
  useEffect(() => {
    const ended = endedSession();
    if (!userId && openId && ended) rememberLeft(openId, ended.personId);
  }, [userId, openId]);
  const isAskedFor = onPage && userId !== undefined && hash === '#comments';
  useEffect(() => {
    if (!isAskedFor || !postId) return;
    open({ _id: postId });
    // Asked for once: the same address can ask again later.
    navigate(page, { replace: true });
  }, [isAskedFor, postId, page, open, navigate]);

  const sheet = shown && (
    <CommentsSheet
      key={shown.postId}
      postId={shown.postId}
      open={shown.open}
      onClose={close}
      onClosed={handleClosed}
    />
  );
  return { open, sheet, isShown: shown?.isGone === false };
}
