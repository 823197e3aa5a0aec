import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

interface OpenedThread {
  /** Whether the inbox is the page that one is on. */
  readonly onScreen: boolean;
  readonly partnerId: string | null;
  /** Whether it was opened from the inbox: then going back to the inbox's own entry closes it. */
  readonly fromInbox: boolean;
  readonly open: (partnerId: string) => void;
  readonly close: () => void;
}

/** The address says which thread is open, so that back closes it and a reload opens it again: `/messages?to=…`. */
export function useOpenedThread(me: string): OpenedThread {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const onScreen = pathname === '/messages';
  const to = onScreen ? new URLSearchParams(search).get('to') : null;
  const fromInbox = (state as { fromInbox?: boolean } | null)?.fromInbox === true;

  const open = useCallback(
    (partnerId: string) => {
      // Another one, beside the inbox: going back leads to the inbox's own entry as before.
      const isOther = new URLSearchParams(location.search).has('to');
      navigate(`/messages?to=${encodeURIComponent(partnerId)}`, {
        replace: isOther,
        state: { fromInbox: isOther ? fromInbox : true },
      });
    },
    [navigate, fromInbox],
  );
  const close = useCallback(() => {
    // Going back has closed it already.
    if (!new URLSearchParams(location.search).has('to')) return;
    if (fromInbox) navigate(-1);
    else navigate('/messages', { replace: true });
  }, [navigate, fromInbox]);

  return { onScreen, partnerId: to && to !== me ? to : null, fromInbox, open, close };
}
