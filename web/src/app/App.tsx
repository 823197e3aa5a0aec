import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { queryClient } from '../api/queries.ts';
import { RefusedNotice } from '../features/comments/index.ts';
import { useOpenedNotifications } from '../features/notifications/index.ts';
import { MissingPart } from '../offline/Part.tsx';
import { UpdateNotice } from '../offline/UpdateNotice.tsx';
import { EndedNotice } from '../session/EndedNotice.tsx';
import { LoginPrompt } from '../session/LoginPrompt.tsx';
import { ProofPrompt } from '../session/ProofPrompt.tsx';
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
import { LoadingPage } from './LoadingPage.tsx';
import { Pages } from './pages/Pages.tsx';
import type { AppRoute } from './routes.tsx';
import { contentId, SkipLink } from './SkipLink.tsx';
import { Screen } from './screen.tsx';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.app}>
        <BrowserRouter window={pageWindow}>
          <ErrorBoundary instead={<MissingPart />}>
            <Shell />
          </ErrorBoundary>
        </BrowserRouter>
      </div>
    </QueryClientProvider>
  );
}

/** What stays while pages come and go: header, rail, and what lies above everything. */
function Shell() {
  const wide = useWide();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
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
      <div className={styles.stage} id={contentId} tabIndex={-1}>
        <Pages key={signedOutTimes} animated={!wide && !still} render={renderPage} />
      </div>
      <LoginPrompt />
      <ConfirmDialog />
      <ProofPrompt />
      <NoticeRegion>
        <RefusedNotice />
        <UpdateNotice />
        <EndedNotice />
      </NoticeRegion>
      <ToastRegion />
    </>
  );
}

const renderPage = (route: AppRoute) => (
  <ErrorBoundary instead={<MissingPart />}>
    <Guard route={route}>
      <Suspense fallback={<LoadingPage />}>
        <Screen screen={route.screen} />
      </Suspense>
    </Guard>
  </ErrorBoundary>
);
