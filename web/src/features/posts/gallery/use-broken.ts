import { useCallback, useEffect, useState } from 'react';

interface Broken {
  /** The addresses of the pictures that did not come. */
  readonly broken: ReadonlySet<string>;
  /** How often each one was asked for again; a key of the element that asks. */
  readonly tries: ReadonlyMap<string, number>;
  readonly report: (url: string) => void;
  readonly retry: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Which pictures of a gallery failed to load. They are asked for again by `retry`, and once the device is back online. */
export function useBroken(): Broken {
  const [broken, setBroken] = useState(none);
  const [tries, setTries] = useState<ReadonlyMap<string, number>>(() => new Map());

  const report = useCallback((url: string) => setBroken((known) => new Set(known).add(url)), []);
  const retry = useCallback(() => {
    setTries(
      (known) => new Map([...known, ...[...broken].map((url) => [url, (known.get(url) ?? 0) + 1] as const)]),
    );
    setBroken(none);
  }, [broken]);

  useEffect(() => {
    if (broken.size === 0) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [broken, retry]);

  return { broken, tries, report, retry };
}
