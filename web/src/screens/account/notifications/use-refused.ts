import { useEffect, useState } from 'react';

/**
 * Whether the browser's settings forbid this site to notify, and again when they change. Unlike `Notification.permission`
 * this tells a refusal from a window that nobody has been asked in.
 */
export function useRefused(): boolean {
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const unmounted = new AbortController();
    const follow = async () => {
      // Some browsers know of no such permission.
      const asked = await navigator.permissions?.query({ name: 'notifications' }).catch(() => null);
      if (!asked || unmounted.signal.aborted) return;
      const read = () => setRefused(asked.state === 'denied');
      read();
      asked.addEventListener('change', read, { signal: unmounted.signal });
    };
    void follow();
    return () => unmounted.abort();
  }, []);
  return refused;
}
