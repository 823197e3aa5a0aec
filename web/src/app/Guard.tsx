import { limits } from '@duet/contract/limits';
import { useIonViewWillEnter, useIonViewWillLeave } from '@ionic/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { arrivingFrom } from '../session/return-to.ts';
import { useSession } from '../session/session.ts';
import { AccessDenied } from './AccessDenied.tsx';
import { admission } from './admission.ts';
import { LoadingPage } from './LoadingPage.tsx';
import type { AppRoute } from './routes.tsx';

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
  const navigate = useNavigate();
  const here = useLocation();
  const [visible, setVisible] = useState(true);
  const entered = useRef(false);
  useIonViewWillEnter(() => {
    entered.current = false;
    setVisible(true);
  });
  useIonViewWillLeave(() => setVisible(false));

  const asked = admission(route, session);
  const stays = entered.current && (route.access === 'signedOut' || session.user !== null);
  const to = visible && asked.kind === 'away' && !stays ? asked.to : null;
  const from = useRef(here);
  from.current = here;

  useEffect(() => {
    if (visible && asked.kind === 'enter') entered.current = true;
  }, [visible, asked.kind]);

  useEffect(() => {
    if (!to) return;
    const options = { replace: true, state: to === '/login' ? arrivingFrom(from.current) : null };
    const timer = setTimeout(() => navigate(to, options), limits.guard.redirectMs);
    return () => clearTimeout(timer);
  }, [to, navigate]);

  if (asked.kind === 'enter' || (stays && route.access === 'signedOut')) return children;
  if (asked.kind === 'away' && asked.shows === 'denied') return <AccessDenied detail={route.deniedDetail} />;
  return <LoadingPage />;
}
