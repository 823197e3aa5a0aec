import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useUser } from '../../session/session.ts';
import { createStore, useStore } from '../../ui/store.ts';

/** Where the notification that was touched last leads to, until the app goes there. */
const opened = createStore<string | null>(null);

/**
 * Learns where touched notifications lead to. To be called while the page's scripts run for the first time: browsers keep what a
 * worker says until then and no longer (Service Workers, client message queue), and the app stands only seconds later.
 */
export function followOpenedNotifications(): void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('message', ({ data }) => {
    const path = (data as { open?: unknown } | null)?.open;
    if (typeof path === 'string') opened.set(path);
  });
}

/** Opens in the app what a touched notification leads to, and takes away those that lead to where one is. */
export function useOpenedNotifications(): void {
  const path = useStore(opened);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isGuest = useUser() === null;

  useEffect(() => {
    if (path === null) return;
    opened.set(null);
    navigate(path);
  }, [path, navigate]);

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
