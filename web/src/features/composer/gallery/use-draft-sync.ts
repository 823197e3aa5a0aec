import { useCallback, useEffect, useRef } from 'react';
import { updatePost } from '../draft-calls.ts';
import type { KeptDraft } from '../use-local-draft.ts';
import { type GalleryDraft, mediaUrlsOf } from './gallery-item.ts';

const sendAfterMs = 1000;

const bodyOf = ({ items, caption, adminOnly }: GalleryDraft) => ({
  mediaUrls: mediaUrlsOf(items),
  caption: caption.trim(),
  adminOnlyVisibility: adminOnly,
});

/**
 * Carries a gallery to the server's draft a moment after each change, and at once when the page is hidden or left,
 * so that another device can go on with it. That it may fail is no matter: this device keeps everything too.
 */
export function useDraftSync({ draft, now }: KeptDraft<GalleryDraft>): { stop: () => void } {
  const sent = useRef('');
  const stopped = useRef(false);
  const { draftId } = draft;
  const body = JSON.stringify(bodyOf(draft));

  const send = useCallback(
    (keepalive: boolean) => {
      const state = now();
      const words = JSON.stringify(bodyOf(state));
      const said = `${state.draftId} ${words}`;
      if (stopped.current || !state.draftId || sent.current === said) return;
      sent.current = said;
      updatePost(state.draftId, bodyOf(state), { keepalive }).catch(() => {
        sent.current = '';
      });
    },
    [now],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of what is sent waits its moment
  useEffect(() => {
    stopped.current = false;
    const timer = setTimeout(() => send(false), sendAfterMs);
    return () => clearTimeout(timer);
  }, [body, draftId, send]);

  useEffect(() => {
    const leave = () => send(true);
    addEventListener('pagehide', leave);
    return () => {
      leave();
      removeEventListener('pagehide', leave);
    };
  }, [send]);

  return {
    /** Until the next change; publishing carries everything itself. */
    stop: () => {
      stopped.current = true;
    },
  };
}
