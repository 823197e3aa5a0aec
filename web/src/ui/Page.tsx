import { ArrowLeft } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../i18n/language.ts';
import { useSite } from '../theme/site.ts';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { Spinner } from './Loading.tsx';
import styles from './Page.module.css';
import { useArrival } from './page-visit.ts';
import { usePullToRefresh } from './pull-to-refresh.ts';

interface PageProps {
  /** The document's title and, unless `titleHidden`, the heading. */
  readonly title: string;
  /** Keeps the heading for screen readers only. */
  readonly titleHidden?: boolean;
  /** The screen shows a heading of its own. */
  readonly ownHeading?: boolean;
  /** Shows an arrow that leads back, or to the feed where there is no way back. */
  readonly back?: boolean;
  /** How wide the column is on wide screens: 440, 600 (as the feed) or 1120 px. */
  readonly width?: 'form' | 'column' | 'wide';
  /** Stands at the end of the title's row. */
  readonly end?: ReactNode;
  /** Pulling down at the top calls this; the sign of it stays until it is done. */
  readonly onRefresh?: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** The frame of every screen inside its route: one scrolled column below the header. */
export function Page({ title, titleHidden, ownHeading, width = 'column', onRefresh, ...page }: PageProps) {
  const content = useRef<HTMLElement>(null);
  const pull = usePullToRefresh(content, onRefresh);
  useDocumentTitle(title);
  const bare = titleHidden && !page.back && !page.end;
  return (
    <PageContent ref={content}>
      <PullSign progress={pull.progress} refreshing={pull.refreshing} />
      <div className={classes(styles.main, styles[width])}>
        {!ownHeading && (
          <div className={classes(styles.title, bare && 'visually-hidden')}>
            {page.back && <BackButton />}
            <h1 className={classes(titleHidden && 'visually-hidden')}>{title}</h1>
            {page.end}
          </div>
        )}
        {page.children}
      </div>
    </PageContent>
  );
}

/** Pages stay in the document behind the one on top, so the title is also set on each arrival. */
function useDocumentTitle(title: string) {
  const { name } = useSite();
  const shown = title === name ? title : `${title} · ${name}`;
  useEffect(() => {
    document.title = shown;
  }, [shown]);
  useArrival(() => {
    document.title = shown;
  });
}

/** Goes back inside the app; where one came in from outside, to the feed. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const inside = Number((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
    if (inside) navigate(-1);
    else navigate('/home', { replace: true });
  };
}

function BackButton() {
  const { t } = useTexts();
  const goBack = useGoBack();
  return (
    <IconButton label={t('actions.back')} onClick={goBack} className={styles.back}>
      <ArrowLeft aria-hidden />
    </IconButton>
  );
}

function PullSign({ progress, refreshing }: { progress: number; refreshing: boolean }) {
  const { t } = useTexts();
  if (progress === 0) return null;
  const shift = `translateY(${(progress * 100).toFixed(0)}%)`;
  return (
    <div className={styles.pull} style={{ transform: shift, opacity: progress }}>
      <span className={classes(styles.disc, !refreshing && styles.still)}>
        <Spinner size="small" label={t(refreshing ? 'shell.refreshing' : 'shell.pullToRefresh')} />
      </span>
    </div>
  );
}

interface PageContentProps {
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** What of a page lies below the header, and the one element of it that scrolls. */
export function PageContent({ ref, children }: PageContentProps) {
  return (
    <main ref={ref} className={styles.content}>
      {children}
    </main>
  );
}

/** The element that scrolls what stands inside a page. */
export const scrollerOf = (inside: Element | null): HTMLElement | null => inside?.closest('main') ?? null;
