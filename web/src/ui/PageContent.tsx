import type { ReactNode, Ref } from 'react';
import styles from './PageContent.module.css';

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
