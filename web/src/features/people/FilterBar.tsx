import type { PlainKey } from '../../i18n/language.ts';
import { useTexts } from '../../i18n/language.ts';
import { classes } from '../../ui/classes.ts';
import styles from './FilterBar.module.css';
import { type PeopleFilter, peopleFilters } from './filter.ts';

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
export function FilterBar({ value, onChoose }: FilterBarProps) {
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
