import type { usersPagination } from '@duet/contract/accounts/shapes';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { z } from 'zod';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Pages.module.css';

interface PagesProps {
  readonly pagination: z.output<typeof usersPagination>;
  readonly onGo: (page: number) => void;
}

/** How many there are and which page shows, with the ways to the pages beside it. */
export function Pages({ pagination, onGo }: PagesProps) {
  const { t } = useTexts();
  const { currentPage: page, totalPages: pages, totalUsers, hasPreviousPage, hasNextPage } = pagination;
  return (
    <nav className={styles.pages} aria-label={t('people.pages')}>
      <p aria-live="polite">
        <span>{t('people.count', { count: totalUsers })}</span>
        <span>{t('people.page', { page, pages })}</span>
      </p>
      {pages > 1 && (
        <div>
          <Button
            variant="secondary"
            size="small"
            icon={<ChevronLeft size={18} aria-hidden />}
            disabled={!hasPreviousPage}
            onClick={() => onGo(page - 1)}
          >
            {t('people.previous')}
          </Button>
          <Button variant="secondary" size="small" disabled={!hasNextPage} onClick={() => onGo(page + 1)}>
            {t('people.next')}
            <ChevronRight size={18} aria-hidden className={styles.forward} />
          </Button>
        </div>
      )}
    </nav>
  );
}
