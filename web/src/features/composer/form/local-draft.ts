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

interface OpenForm {
  readonly write: () => void;
  readonly takeOver: () => void;
  readonly end: () => void;
}

/** The forms of this document, by the key of their draft: behind another page they stay alive. */
const openForms = new Map<string, OpenForm>();

/**
 * Keeps under a key what `make` answers, and shows it in the form that stands open with it. Answers whether it will survive
 * the page.
 */
export function replaceDraft(key: string, make: () => object): boolean {
  const form = openForms.get(key);
  form?.write();
  const former = deviceStorage.get(key);
  if (saveDraft(key, make())) {
    form?.takeOver();
    return true;
  }
  // Else it would lie in this page's memory, and another try would be made of it.
  if (former === null) forgetDraft(key);
  else deviceStorage.set(key, former);
  return false;
}

/** Shows what is kept under a key in the form that stands open with it, unless somebody is writing in that. */
export const showDraft = (key: string): void => openForms.get(key)?.takeOver();

/** Some fields to change, or what they become from those that are there at that moment. */
type Change<Draft> = Partial<Draft> | ((draft: Draft) => Partial<Draft>);

export interface KeptDraft<Draft> {
  readonly draft: Draft;
  /** There was something from before. */
  readonly restored: boolean;
  /** False when this device refuses to keep it. */
  readonly kept: boolean;
  readonly change: (part: Change<Draft>) => void;
  /** How often the draft has become one that was written elsewhere: what shows it in its own way shows it anew then. */
  readonly takenOver: number;
  /** Keeps what has not been kept yet at once, before the form is left for another view of the same words. */
  readonly keepNow: () => void;
  /** The draft of this moment, for work that outlives a rendering. */
  readonly now: () => Draft;
  /**
   * Forgets what is kept, its files among it; nothing is written any more until the next change, and nothing at all by
   * work that outlives the form, such as the upload of a picture: it would bring back what was published or thrown away.
   *
   * @param stays Whether what another form has written under the same key since is to stay, with all files, which may be of
   *   either.
   * @returns Whether that stays.
   */
  readonly forget: (stays?: (written: Draft) => boolean) => boolean;
  /** Whether this form has left its page, for work that outlives it. */
  readonly hasLeft: () => boolean;
}

/**
 * What is being composed, kept on this device a moment after each change, and at once when the page is hidden or
 * left, so that a reload or a crash loses nothing.
 *
 * Several tabs may have a form of the same draft open. The one that somebody is at has the last word: coming to it, it goes on
 * with what the others have written, and those behind it write nothing over that.
 *
 * @param onEnd Work of a former form of the same draft, which has left its page, has forgotten what this form shows.
 */
export function useLocalDraft<Draft extends object>(
  key: string,
  initial: Draft,
  read: ReadDraft<Draft>,
  onEnd?: () => void,
): KeptDraft<Draft> {
  const [found] = useState(() => loadDraft(key, read));
  const [draft, setDraft] = useState<Draft>(found ?? initial);
  const [kept, setKept] = useState(true);
  const [takenOver, setTakenOver] = useState(0);
  const unwritten = useRef<Draft | null>(null);
  const newest = useRef(draft);
  const forgotten = useRef(false);
  const left = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The entry that this form has read or written last. */
  const [known] = useState(() => ({ entry: deviceStorage.get(key) }));
  /** What is unwritten was changed in the tab that somebody is at. */
  const inFront = useRef(false);
  const reading = useRef(read);
  reading.current = read;
  const ending = useRef(onEnd);
  ending.current = onEnd;

  const stopTimer = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  const isWrittenElsewhere = useCallback(() => {
    const entry = deviceStorage.get(key);
    return entry !== null && entry !== known.entry;
  }, [key, known]);

  const write = useCallback(() => {
    stopTimer();
    if (!unwritten.current || (!inFront.current && isWrittenElsewhere())) return;
    setKept(saveDraft(key, unwritten.current));
    unwritten.current = null;
    inFront.current = false;
    known.entry = deviceStorage.get(key);
    // What became of the server's draft is of use to the form that has come after this one.
    if (left.current) openForms.get(key)?.takeOver();
  }, [key, known, isWrittenElsewhere, stopTimer]);

  const takeOver = useCallback(() => {
    if (inFront.current || !isWrittenElsewhere()) return;
    const entry = loadDraft(key, reading.current);
    if (!entry) return;
    stopTimer();
    known.entry = deviceStorage.get(key);
    unwritten.current = null;
    newest.current = entry;
    setDraft(entry);
    setTakenOver((times) => times + 1);
  }, [key, known, isWrittenElsewhere, stopTimer]);

  const change = useCallback(
    (part: Change<Draft>) => {
      if (forgotten.current && left.current) return;
      forgotten.current = false;
      const changed = typeof part === 'function' ? part(newest.current) : part;
      newest.current = { ...newest.current, ...changed };
      unwritten.current = newest.current;
      // Nobody is at a form that is gone: what it still has under way has changed it.
      inFront.current ||= !left.current && document.hasFocus();
      setDraft(newest.current);
      // Not put off by further changes, which an upload makes without a pause.
      timer.current ??= setTimeout(write, writeAfterMs);
    },
    [write],
  );

  const hasLeft = useCallback(() => left.current, []);

  const end = useCallback(() => {
    if (!ending.current) return;
    stopTimer();
    unwritten.current = null;
    inFront.current = false;
    forgotten.current = true;
    ending.current();
  }, [stopTimer]);

  const forget = useCallback(
    (stays: (written: Draft) => boolean = () => false) => {
      stopTimer();
      unwritten.current = null;
      inFront.current = false;
      forgotten.current = true;
      // What has just been written in the form that has come after this one is not kept yet.
      if (left.current) openForms.get(key)?.write();
      const elsewhere = isWrittenElsewhere() ? loadDraft(key, reading.current) : null;
      known.entry = null;
      if (elsewhere && stays(elsewhere)) return true;
      const wasKept = deviceStorage.get(key) !== null;
      forgetDraft(key);
      void persistedFiles.removeAll(`${key}/`);
      if (left.current && wasKept) openForms.get(key)?.end();
      return false;
    },
    [key, known, isWrittenElsewhere, stopTimer],
  );

  useEffect(() => {
    left.current = false;
    const form = { write, takeOver, end };
    openForms.set(key, form);
    const showOrHide = () => (document.visibilityState === 'visible' ? takeOver() : write());
    document.addEventListener('visibilitychange', showOrHide);
    addEventListener('focus', takeOver);
    for (const event of ['blur', 'pagehide']) addEventListener(event, write);
    return () => {
      left.current = true;
      write();
      // Another one was opened while the page of this one was leaving.
      if (openForms.get(key) !== form) openForms.get(key)?.takeOver();
      else openForms.delete(key);
      document.removeEventListener('visibilitychange', showOrHide);
      removeEventListener('focus', takeOver);
      for (const event of ['blur', 'pagehide']) removeEventListener(event, write);
    };
  }, [key, write, takeOver, end]);

  const now = useCallback(() => newest.current, []);
  return { draft, restored: found !== null, kept, change, takenOver, keepNow: write, now, forget, hasLeft };
}
