import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Opens in the app what a touched notification leads to, and takes away those that lead to where one is. */
export function useOpenedNotifications(): void {
  const navigate = useRef(useNavigate());
  navigate.current = useNavigate();
  const { pathname, search } = useLocation();

  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const open = ({ data }: MessageEvent) => {
      const path = (data as { open?: unknown } | null)?.open;
      if (typeof path === 'string') navigate.current(path);
    };
    worker?.addEventListener('message', open);
    return () => worker?.removeEventListener('message', open);
  }, []);

  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') void closeThoseOf(pathname + search);
    };
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [pathname, search]);
}

async function closeThoseOf(path: string): Promise<void> {
  // Without a service worker nothing is shown that could be closed.
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const shown of (await registration?.getNotifications?.()) ?? []) {
    const { url } = (shown.data ?? {}) as { url?: unknown };
    if (typeof url === 'string' && url.split('#', 1)[0] === path) shown.close();
  }
}
