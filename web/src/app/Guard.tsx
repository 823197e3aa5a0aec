import { limits } from '@duet/contract/limits';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { endedSession } from '../session/ended.ts';
import { rememberWanted, signInState } from '../session/return-to.ts';
import { useSession } from '../session/session.ts';
import { isOpen, useSite } from '../theme/site.ts';
import { usePageVisit } from '../ui/page-visit.ts';
import { AccessDenied, LoadingPage } from './InsteadOfPage.tsx';
import { guardRoute } from './route-guard.ts';
import { type AppRoute, closedSite, Screen } from './routes.tsx';

interface GuardProps {
  readonly route: AppRoute;
  readonly children: ReactNode;
}

/**
 * Lets in who may enter a route and sends everybody else away after 150 ms. A page for guests acts on arrival only,
 * so that signing in there can lead on by itself; a role lost while its page is open leaves the access-denied view.
 */
export function Guard({ route, children }: GuardProps) {
  const session = useSession();
  // The router's location and `navigate` change with every page, also while this one is behind another.
  const [here] = useState(useLocation());
  const navigate = useRef(useNavigate());
  const { arrivals, isShown } = usePageVisit();
  /** The arrival at which the person was let in. */
  const entered = useRef(0);

  const isGuest = session.user === null;

  const asked = guardRoute(route, session, isOpen(useSite()));
  const stays = entered.current === arrivals && (route.access === 'signedOut' || session.user !== null);
  const to = isShown && asked.kind === 'away' && (!stays || asked.to === '/profile') ? asked.to : null;

  useEffect(() => {
    if (isShown && asked.kind === 'enter') entered.current = arrivals;
  }, [isShown, asked.kind, arrivals]);

  useEffect(() => {
    if (!to) return;
    const options = { replace: true, state: to === '/home' ? null : signInState(here) };
    const timer = setTimeout(() => {
      // Who has gone elsewhere within these moments stays there.
      if (location.pathname !== here.pathname) return;
      if (isGuest) rememberWanted(here, route.access === 'admin', endedSession()?.personId ?? null);
      navigate.current(to, options);
    }, limits.guard.redirectMs);
    return () => clearTimeout(timer);
  }, [to, here, isGuest, route.access]);

  if (asked.kind === 'closed')
    return (
      <Suspense key="closed" fallback={<LoadingPage />}>
        <Screen screen={closedSite} />
      </Suspense>
    );
  if (asked.kind === 'enter' || (stays && route.access === 'signedOut')) return children;
  if (asked.kind === 'away' && asked.shows === 'denied') return <AccessDenied detail={route.deniedDetail} />;
  return <LoadingPage />;
}
