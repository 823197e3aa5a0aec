import type { User, usersPagination } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { failureTextOf } from '../../api/failure.ts';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import { useWideLayout } from '../../theme/media-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { EditPerson } from './EditPerson.tsx';
import { type PeopleFilter, peopleFilters } from './filter.ts';
import styles from './People.module.css';
import { PeopleCards } from './PeopleCards.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { loadTexts, type usePeople } from './use-people.ts';

/** User management: search, filters, the list and its pages. */
export function People({ people }: { readonly people: ReturnType<typeof usePeople> }) {
  const { t } = useTexts();
  const wide = useWideLayout();
  const [edited, setEdited] = useState<User | null>(null);
  const { asked, list } = people;
  const List = wide ? PeopleTable : PeopleCards;
  return (
    <div className={styles.people}>
      <div className={styles.controls}>
        <SearchField
          label={t('people.searchHint')}
          placeholder={t('people.searchHint')}
          searchLabel={t('people.search')}
          clearLabel={t('people.clearSearch')}
          maxLength={limits.email.maxChars}
          value={asked.search}
          onSearch={people.search}
        />
        <FilterBar value={asked.filter} onChoose={people.choose} />
      </div>
      {list.isPending && <PeopleSkeleton />}
      {list.isError && (
        <ErrorState
          message={failureTextOf(list.error, loadTexts)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.data &&
        (list.data.users.length > 0 ? (
          <List users={list.data.users} stale={list.isPlaceholderData} onEdit={setEdited} />
        ) : (
          list.isSuccess && <Nobody searched={asked.search !== ''} />
        ))}
      {list.data && list.data.pagination.totalUsers > 0 && (
        <Pages pagination={list.data.pagination} onGo={people.goTo} />
      )}
      {/* The answer of one edit closes no other. */}
      <EditPerson user={edited} onClose={() => setEdited((now) => (now === edited ? null : now))} />
    </div>
  );
}

function Nobody({ searched }: { readonly searched: boolean }) {
  const { t } = useTexts();
  return (
    <EmptyState
      title={t(searched ? 'people.emptySearch' : 'people.empty')}
      text={t(searched ? 'people.emptySearchText' : 'people.emptyText')}
    />
  );
}

interface PagesProps {
  readonly pagination: z.output<typeof usersPagination>;
  readonly onGo: (page: number) => void;
}

/** How many there are and which page shows, with the ways to the pages beside it. */
function Pages({ pagination, onGo }: PagesProps) {
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

const rows = [...Array(8).keys()];

/** Rows in the shape of the list, while it is on its way. */
function PeopleSkeleton() {
  const { t } = useTexts();
  return (
    <div className={styles.rows} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('people.loading')}
      </p>
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton shape="circle" />
          <div>
            <Skeleton width={`${22 + ((row * 7) % 18)}%`} />
            <Skeleton width={`${34 + ((row * 11) % 24)}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}

const labels: Readonly<Record<PeopleFilter, PlainKey>> = {
  all: 'people.filterAll',
  today: 'people.filterToday',
  recent: 'people.filterRecent',
  admins: 'people.filterAdmins',
  deleted: 'people.filterDeleted',
};

interface FilterBarProps {
  readonly value: PeopleFilter;
  readonly onChoose: (filter: PeopleFilter) => void;
}

/** Which people the list shows: a row of buttons that scrolls where it is too long. */
function FilterBar({ value, onChoose }: FilterBarProps) {
  const { t } = useTexts();
  return (
    <fieldset className={styles.bar}>
      <legend className="visually-hidden">{t('people.filter')}</legend>
      {peopleFilters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === value}
          className={classes(styles.filter, filter === value && styles.chosen)}
          onClick={() => onChoose(filter)}
        >
          {t(labels[filter])}
        </button>
      ))}
    </fieldset>
  );
}
