import { useCallback, useState } from 'react';
import { deviceStorage } from './storage.ts';

/** What was being written under a key of this device, or ''. */
export const keptText = (key: string): string => deviceStorage.get(key) ?? '';

export function keepText(key: string, text: string): void {
  if (text === '') deviceStorage.remove(key);
  else deviceStorage.set(key, text);
}

/** A text being written, kept on this device with every change, so that leaving and reloading lose nothing. */
export function useKeptText(key: string): [text: string, write: (text: string) => void] {
  const [written, setWritten] = useState({ key, text: keptText(key) });
  const write = useCallback(
    (text: string) => {
      keepText(key, text);
      setWritten({ key, text });
    },
    [key],
  );
  return [written.key === key ? written.text : keptText(key), write];
}
