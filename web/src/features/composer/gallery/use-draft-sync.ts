import { useCallback, useEffect, useRef } from 'react';
import { updateDraft } from '../form/draft-calls.ts';
import type { KeptDraft } from '../form/local-draft.ts';
import { fieldsOf, type GalleryDraft } from './gallery-item.ts';

const sendAfterMs = 1000;

interface DraftSync {
  /** Publishing carries everything itself. Resolves when nothing is under way any more. */
  readonly stop: () => Promise<void>;
  readonly goOn: () => void;
}

/**
 * Carries a gallery to the server's draft a moment after each change, and at once when the page is hidden or left,
 * so that another device can go on with it. That it may fail is no matter: this device keeps everything too.
 */
export function useDraftSync({ draft, now }: KeptDraft<GalleryDraft>): DraftSync {
  const sent = useRef('');
  const line = useRef(Promise.resolve());
  const stopped = useRef(false);
  const { draftId } = draft;
  const body = JSON.stringify(fieldsOf(draft));

  const send = useCallback(
    (keepalive: boolean) => {
      const state = now();
      const words = JSON.stringify(fieldsOf(state));
      const said = `${state.draftId} ${words}`;
      if (stopped.current || !state.draftId || sent.current === said) return;
      sent.current = said;
      const id = state.draftId;
      const save = async () => {
        if (stopped.current) return;
        await updateDraft(id, fieldsOf(state), { keepalive }).catch(() => {
          sent.current = '';
        });
      };
      // One after the other: an older one must not land on a newer one. A page that goes cannot wait.
      line.current = keepalive ? save() : line.current.then(save);
    },
    [now],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of what is sent waits its moment
  useEffect(() => {
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
    stop: () => {
      stopped.current = true;
      return line.current;
    },
    goOn: () => {
      stopped.current = false;
      sent.current = '';
    },
  };
}
