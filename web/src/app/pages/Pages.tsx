import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Location, matchPath, Navigate, useLocation, useNavigationType } from 'react-router-dom';
import { classes } from '../../ui/classes.ts';
import { PageVisitContext } from '../../ui/page-visit.ts';
import { type AppRoute, routes } from '../routes.tsx';
import styles from './Pages.module.css';
import {
  type Destination,
  firstStack,
  navigated,
  type PageStack,
  type StackedPage,
  settled,
} from './page-stack.ts';

interface PagesProps {
  /** Whether one page moves in over the other. */
  readonly animated: boolean;
  /** Makes what stands in a page, once for each. */
  readonly render: (route: AppRoute) => ReactNode;
}

const root = '/';

function destination({ pathname }: Location): Destination {
  if (pathname === root) return null;
  for (const route of routes) {
    const match = matchPath(route.path, pathname);
    const key = route.path.includes(':') ? pathname : route.path;
    if (match) return { route, key, parameters: match.params };
  }
  return null;
}

const presentEntry = () => Number((history.state as { idx?: number } | null)?.idx ?? 0);

interface Shown {
  readonly location: Location;
  readonly stack: PageStack;
}

/**
 * Shows the page of the address, and keeps in the document those that one can come back to, with their scrolled place, their
 * fields and their open parts.
 */
export function Pages({ animated, render }: PagesProps) {
  const location = useLocation();
  const action = useNavigationType();
  const [former, setShown] = useState<Shown>(() => ({
    location,
    stack: firstStack(destination(location), presentEntry()),
  }));
  let { stack } = former;
  if (former.location !== location) {
    stack = navigated(stack, { to: destination(location), action, entry: presentEntry(), animated });
    setShown({ location, stack });
  }
  const elements = useRef(new Map<number, HTMLElement>());
  const { shown, leaving, direction } = stack;

  useLayoutEffect(() => {
    const [entering, former] = [shown, leaving].map((id) => id !== null && elements.current.get(id));
    if (!entering || !former) return;
    return startTransition(entering, former, direction, () =>
      setShown((present) => ({ ...present, stack: settled(present.stack) })),
    );
  }, [shown, leaving, direction]);

  const above = direction === 'back' ? leaving : shown;
  return (
    <div className={styles.pages} data-pages>
      {location.pathname === root && <Navigate to="/home" replace />}
      {stack.pages.map((page) => (
        <Page
          key={page.id}
          page={page}
          elements={elements.current}
          isShown={page.id === shown}
          isLeaving={page.id === leaving}
          isAbove={leaving !== null && page.id === above}
          render={render}
        />
      ))}
    </div>
  );
}

interface PageProps extends Pick<PagesProps, 'render'> {
  readonly page: StackedPage;
  readonly elements: Map<number, HTMLElement>;
  readonly isShown: boolean;
  readonly isLeaving: boolean;
  readonly isAbove: boolean;
}

const Page = memo(function Page({ page, elements, isShown, isLeaving, isAbove, render }: PageProps) {
  const { id, route, arrivals, parameters } = page;
  const visit = useMemo(() => ({ arrivals, isShown, parameters }), [arrivals, isShown, parameters]);
  const content = useMemo(() => render(route), [render, route]);
  return (
    <div
      ref={(element) => {
        if (element) elements.set(id, element);
        else elements.delete(id);
      }}
      className={classes(styles.page, isLeaving && styles.leaving, isAbove && styles.above)}
      data-route={route.path}
      hidden={!isShown && !isLeaving}
      inert={!isShown}
    >
      <PageVisitContext value={visit}>{content}</PageVisitContext>
    </div>
  );
});

const slide: KeyframeAnimationOptions = { duration: 220, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/**
 * A page comes in from the side that it lies on, and lets the former one fade behind it. Calls `onEnd` when both rest; answers
 * how to stop both where they are.
 */
function startTransition(
  entering: Element,
  leaving: Element,
  direction: 'forward' | 'back',
  onEnd: () => void,
): () => void {
  const isBack = direction === 'back';
  const from = { transform: `translateX(${isBack ? '-12%' : '32%'})`, opacity: isBack ? 0.6 : 0 };
  const to = { transform: `translateX(${isBack ? '32%' : '-12%'})`, opacity: isBack ? 0 : 0.6 };
  const rest = { transform: 'translateX(0)', opacity: 1 };
  const moves = [entering.animate([from, rest], slide), leaving.animate([rest, to], slide)];
  let isStopped = false;
  const end = () => {
    if (!isStopped) onEnd();
  };
  Promise.all(moves.map((move) => move.finished)).then(end, end);
  return () => {
    isStopped = true;
    for (const move of moves) move.cancel();
  };
}
