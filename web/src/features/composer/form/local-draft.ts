import { useCallback, useEffect, useRef, useState } from 'react';
import { persistedFiles } from '../../../device/persisted-files.ts';
import { deviceStorage } from '../../../device/storage.ts';

export { editedPostKey as editKey, newPostKey } from '../../../device/storage-keys.ts';

/** What this device has kept under a key, of any shape. */
export type Entry = Readonly<Record<string, unknown>>;

/** A value of an entry. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Makes a draft of an entry of any shape. */
type ReadDraft<Draft> = (entry: Entry) => Draft;

/** What was kept under the key, or null; an entry that is no object counts as nothing. */
export function loadDraft<Draft>(key: string, read: ReadDraft<Draft>): Draft | null {
  const kept = deviceStorage.getJson(key);
  return typeof kept === 'object' && kept !== null ? read(kept as Entry) : null;
}

/** Answers whether it will survive the page. */
export const saveDraft = (key: string, draft: object): boolean => deviceStorage.setJson(key, draft);

export const forgetDraft = (key: string): void => deviceStorage.remove(key);

const writeAfterMs = 250;

/** Some fields to change, or what they become from those that are there at that moment. */
type Change<Draft> = Partial<Draft> | ((draft: Draft) => Partial<Draft>);

export interface KeptDraft<Draft> {
  readonly draft: Draft;
  /** There was something from before. */
  readonly restored: boolean;
  /** False when this device refuses to keep it. */
  readonly kept: boolean;
  readonly change: (part: Change<Draft>) => void;
  /** Keeps what has not been kept yet at once, before the form is left for another view of the same words. */
  readonly keepNow: () => void;
  /** The draft of this moment, for work that outlives a rendering. */
  readonly now: () => Draft;
  /**
   * Forgets what is kept, its files among it; nothing is written any more until the next change, and nothing at all by
   * work that outlives the form, such as the upload of a picture: it would bring back what was published or thrown away.
   */
  readonly forget: () => void;
}

/**
 * What is being composed, kept on this device a moment after each change, and at once when the page is hidden or
 * left, so that a reload or a crash loses nothing.
 */
export function useLocalDraft<Draft extends object>(
  key: string,
  initial: Draft,
  read: ReadDraft<Draft>,
): KeptDraft<Draft> {
  const [found] = useState(() => loadDraft(key, read));
  const [draft, setDraft] = useState<Draft>(found ?? initial);
  const [kept, setKept] = useState(true);
  const unwritten = useRef<Draft | null>(null);
  const newest = useRef(draft);
  const forgotten = useRef(false);
  const left = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stopTimer = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  const write = useCallback(() => {
    stopTimer();
    if (!unwritten.current) return;
    setKept(saveDraft(key, unwritten.current));
    unwritten.current = null;
  }, [key, stopTimer]);

  const change = useCallback(
    (part: Change<Draft>) => {
      if (forgotten.current && left.current) return;
      forgotten.current = false;
      const changed = typeof part === 'function' ? part(newest.current) : part;
      newest.current = { ...newest.current, ...changed };
      unwritten.current = newest.current;
      setDraft(newest.current);
      // Not put off by further changes, which an upload makes without a pause.
      timer.current ??= setTimeout(write, writeAfterMs);
    },
    [write],
  );

  const forget = useCallback(() => {
    stopTimer();
    unwritten.current = null;
    forgotten.current = true;
    forgetDraft(key);
    void persistedFiles.removeAll(`${key}/`);
  }, [key, stopTimer]);

  useEffect(() => {
    left.current = false;
    document.addEventListener('visibilitychange', write);
    addEventListener('pagehide', write);
    return () => {
      left.current = true;
      write();
      document.removeEventListener('visibilitychange', write);
      removeEventListener('pagehide', write);
    };
  }, [write]);

  const now = useCallback(() => newest.current, []);
  return { draft, restored: found !== null, kept, change, keepNow: write, now, forget };
}
