import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { queryClient } from '../api/queries.ts';
import { RefusedNotice } from '../features/comments/index.ts';
import { useOpenedNotifications } from '../features/push/index.ts';
import { useTexts } from '../i18n/language.ts';
import { isNativeApp } from '../native/platform.ts';
import { PartError } from '../offline/Part.tsx';
import { UpdateNotice } from '../offline/UpdateNotice.tsx';
import { useEndedSession } from '../session/ended.ts';
import { LoginPrompt } from '../session/LoginPrompt.tsx';
import { ProofPrompt } from '../session/ProofPrompt.tsx';
import { followWanted } from '../session/return-to.ts';
import { useUser } from '../session/session.ts';
import { prefersReducedMotion, useWideLayout } from '../theme/media-queries.ts';
import { pageWindow } from '../ui/back/layers.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { NoticeRegion } from '../ui/NoticeBar.tsx';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import styles from './App.module.css';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { Guard } from './Guard.tsx';
import { Header } from './header/Header.tsx';
import { LoadingPage } from './InsteadOfPage.tsx';
import { Pages } from './pages/Pages.tsx';
import { type AppRoute, Screen } from './routes.tsx';

/** Where the page of the address stands: what the first link leads to. */
const contentId = 'content';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.app}>
        <BrowserRouter window={pageWindow}>
          <ErrorBoundary instead={<PartError />}>
            <Shell />
          </ErrorBoundary>
        </BrowserRouter>
      </div>
    </QueryClientProvider>
  );
}

/** What stays while pages come and go: header, rail, and what lies above everything. */
function Shell() {
  const wide = useWideLayout();
  const still = prefersReducedMotion();
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
        <EndedSessionNotice />
      </NoticeRegion>
      <ToastRegion />
    </>
  );
}

const EndedNotice = lazy(() => import('../session/EndedNotice.tsx'));

/** Loaded where a session has ended; guests need none of it. */
function EndedSessionNotice() {
  if (!useEndedSession()) return null;
  return (
    <ErrorBoundary instead={null}>
      <Suspense fallback={null}>
        <EndedNotice />
      </Suspense>
    </ErrorBoundary>
  );
}

const renderPage = (route: AppRoute) => (
  <ErrorBoundary instead={<PartError />}>
    <Guard route={route}>
      <Suspense fallback={<LoadingPage />}>
        <Screen screen={route.screen} />
      </Suspense>
    </Guard>
  </ErrorBoundary>
);

/** The first thing that Tab finds: past the header and the rail, to the page itself. Seen only while it has the focus. */
function SkipLink() {
  const { t } = useTexts();
  return (
    <a
      href={`#${contentId}`}
      className={styles.skip}
      onClick={(event) => {
        // A change of the address would be a step of the router's.
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      {t('shell.skipToContent')}
    </a>
  );
}

/** A browser opens links by itself, and loads nothing of this. */
function useAppLinks(): void {
  const navigate = useRef(useNavigate());
  navigate.current = useNavigate();
  useEffect(() => {
    if (!isNativeApp()) return;
    void import('./native-shell.ts').then(({ followAppLinks }) =>
      followAppLinks((path) => navigate.current(path)),
    );
  }, []);
}

/** Counts how often somebody signed out: what was rendered for them must not stay in the document. */
function useSignedOutTimes(): number {
  const person = useUser()?._id ?? null;
  const last = useRef(person);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (last.current !== null && last.current !== person) setTimes((count) => count + 1);
    last.current = person;
  }, [person]);
  return times;
}
