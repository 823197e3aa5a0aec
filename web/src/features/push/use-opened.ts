import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useUser } from '../../session/session.ts';

/** Opens in the app what a touched notification leads to, and takes away those that lead to where one is. */
export function useOpenedNotifications(): void {
  const navigate = useRef(useNavigate());
  navigate.current = useNavigate();
  const { pathname, search } = useLocation();
  const isGuest = useUser() === null;

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
    // Who signs out takes all of them along; a guest's first page does without the code.
    if (isGuest) return;
    const close = (isInSight = document.visibilityState === 'visible') => {
      import('./device/this-device.ts')
        .then(({ closeThoseOf }) => closeThoseOf(pathname + search, isInSight))
        .catch(() => undefined);
    };
    const look = () => close();
    look();
    document.addEventListener('visibilitychange', look);
    // A page beside another window is visible all the time, and somebody comes to it.
    addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
      // A browser that must show them has shown without a sound what came meanwhile. What was heard was not read.
      close(false);
    };
  }, [pathname, search, isGuest]);
}
