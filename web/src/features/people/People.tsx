import type { User } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import { useState } from 'react';
import { failureTextOf } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { useWide } from '../../theme/wide.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EditPerson } from './EditPerson.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Pages } from './Pages.tsx';
import styles from './People.module.css';
import { PeopleCards } from './PeopleCards.tsx';
import { PeopleSkeleton } from './PeopleSkeleton.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { loadTexts, type usePeople } from './use-people.ts';

/** User management: search, filters, the list and its pages. */
export function People({ people }: { readonly people: ReturnType<typeof usePeople> }) {
  const { t } = useTexts();
  const wide = useWide();
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
      <EditPerson user={edited} onClose={() => setEdited(null)} />
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
