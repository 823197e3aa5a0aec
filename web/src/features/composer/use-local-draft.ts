import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetDraft, type LocalDraft, loadDraft, saveDraft } from './local-draft.ts';

const writeAfterMs = 250;

interface KeptDraft {
  readonly draft: LocalDraft;
  /** There was something from before. */
  readonly restored: boolean;
  /** False when this device refuses to keep it. */
  readonly kept: boolean;
  readonly change: (part: Partial<LocalDraft>) => void;
  /** Forgets what is kept; nothing is written any more until the next change. */
  readonly forget: () => void;
}

/**
 * The text being written, kept on this device a moment after each change, and at once when the page is hidden or
 * left, so that a reload or a crash loses nothing.
 */
export function useLocalDraft(key: string, initial: LocalDraft): KeptDraft {
  const [found] = useState(() => loadDraft(key));
  const [draft, setDraft] = useState<LocalDraft>(found ?? initial);
  const [kept, setKept] = useState(true);
  const unwritten = useRef<LocalDraft | null>(null);
  const newest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    if (!unwritten.current) return;
    setKept(saveDraft(key, unwritten.current));
    unwritten.current = null;
  }, [key]);

  const change = useCallback(
    (part: Partial<LocalDraft>) => {
      newest.current = { ...newest.current, ...part };
      unwritten.current = newest.current;
      setDraft(newest.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(write, writeAfterMs);
    },
    [write],
  );

  const forget = useCallback(() => {
    clearTimeout(timer.current);
    unwritten.current = null;
    forgetDraft(key);
  }, [key]);

  useEffect(() => {
    document.addEventListener('visibilitychange', write);
    addEventListener('pagehide', write);
    return () => {
      write();
      document.removeEventListener('visibilitychange', write);
      removeEventListener('pagehide', write);
    };
  }, [write]);

  return { draft, restored: found !== null, kept, change, forget };
}
