import { useCallback, useState } from 'react';
import { deviceStorage } from './storage.ts';

/** What was being written under a key of this device, or ''. */
export const persistedText = (key: string): string => deviceStorage.get(key) ?? '';

export function persistText(key: string, text: string): void {
  if (text === '') deviceStorage.remove(key);
  else deviceStorage.set(key, text);
}

interface PersistedText {
  readonly text: string;
  readonly write: (text: string) => void;
  /** This text has gone out. What was typed since stays, here and on the device, where another tab may have written. */
  readonly sent: (text: string) => void;
}

/** A text being written, kept on this device with every change, so that leaving and reloading lose nothing. */
export function usePersistedText(key: string): PersistedText {
  const [written, setWritten] = useState({ key, text: persistedText(key) });
  const write = useCallback(
    (text: string) => {
      persistText(key, text);
      setWritten({ key, text });
    },
    [key],
  );
  const sent = useCallback(
    (text: string) => {
      if (persistedText(key) === text) persistText(key, '');
      setWritten((now) => {
        const isTyped = now.key === key && now.text !== text;
        return isTyped ? now : { key, text: '' };
      });
    },
    [key],
  );
  return { text: written.key === key ? written.text : persistedText(key), write, sent };
}
