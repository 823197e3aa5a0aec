import { IonApp, IonPage, IonRouterOutlet } from '@ionic/react';
import { IonReactRouter } from '@ionic/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Navigate, Route, useLocation } from 'react-router-dom';
import { queryClient } from '../api/queries.ts';
import { RefusedNotice } from '../features/comments/index.ts';
import { useOpenedNotifications } from '../features/notifications/index.ts';
import { MissingPart } from '../offline/Part.tsx';
import { UpdateNotice } from '../offline/UpdateNotice.tsx';
import { EndedNotice } from '../session/EndedNotice.tsx';
import { LoginPrompt } from '../session/LoginPrompt.tsx';
import { followWanted } from '../session/return-to.ts';
import { useSignedOutTimes } from '../session/signed-out-times.ts';
import { useWide } from '../theme/wide.ts';
import { pageWindow } from '../ui/back/layers.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { NoticeRegion } from '../ui/NoticeBar.tsx';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import styles from './App.module.css';
import { useAppLinks } from './app-links.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { Guard } from './Guard.tsx';
import { Header } from './header/Header.tsx';
import { Rail } from './header/Rail.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { type AppRoute, routes } from './routes.tsx';
import { contentId, SkipLink } from './SkipLink.tsx';
import { Screen } from './screen.tsx';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <IonApp>
        <IonReactRouter window={pageWindow}>
          <ErrorBoundary instead={<MissingPart />}>
            <Shell />
          </ErrorBoundary>
        </IonReactRouter>
      </IonApp>
    </QueryClientProvider>
  );
}

/** What stays while pages come and go: header, rail, and what lies above everything. */
function Shell() {
  const wide = useWide();
  const signedOutTimes = useSignedOutTimes();
  useAppLinks();
  useOpenedNotifications();
  const { pathname } = useLocation();
  useEffect(() => followWanted(pathname), [pathname]);
  return (
    <>
      <SkipLink />
      <Header />
      <ConnectionNotice />
      {wide && <Rail />}
      <div className={styles.stage} id={contentId} tabIndex={-1}>
        <IonRouterOutlet key={signedOutTimes} animated={!wide} swipeGesture={false}>
          <Route path="/" element={<Navigate to="/home" replace />} />
          {routes.map((route) => (
            <Route key={route.path} path={route.path} element={<RoutePage route={route} />} />
          ))}
        </IonRouterOutlet>
      </div>
      <LoginPrompt />
      <ConfirmDialog />
      <NoticeRegion>
        <RefusedNotice />
        <UpdateNotice />
        <EndedNotice />
      </NoticeRegion>
      <ToastRegion />
    </>
  );
}

/** One Ionic page per route, whatever stands in it: the outlet holds on to the element that it saw first. */
function RoutePage({ route }: { route: AppRoute }) {
  return (
    <IonPage data-route={route.path}>
      <ErrorBoundary instead={<MissingPart />}>
        <Guard route={route}>
          <Suspense fallback={<LoadingPage />}>
            <Screen screen={route.screen} />
          </Suspense>
        </Guard>
      </ErrorBoundary>
    </IonPage>
  );
}
