import { type PlainKey, useTexts } from '../../i18n/language.ts';
import styles from './ActivityToggle.module.css';
import type { ActivityFilter } from './use-activity.ts';

const options: readonly (readonly [ActivityFilter, PlainKey])[] = [
  ['comments', 'activity.comments'],
  ['all', 'activity.all'],
];

interface ActivityToggleProps {
  readonly value: ActivityFilter;
  readonly onChoose: (filter: ActivityFilter) => void;
}

/** Comments only, or everything. */
export function ActivityToggle({ value, onChoose }: ActivityToggleProps) {
  const { t } = useTexts();
  return (
    <fieldset className={styles.toggle}>
      <legend className="visually-hidden">{t('activity.filter')}</legend>
      {options.map(([filter, label]) => (
        <button key={filter} type="button" aria-pressed={filter === value} onClick={() => onChoose(filter)}>
          {t(label)}
        </button>
      ))}
    </fieldset>
  );
}
