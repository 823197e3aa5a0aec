import { useTexts } from '../../i18n/language.ts';
import { classes } from '../../ui/classes.ts';
import styles from './PeopleCards.module.css';
import type { PeopleListProps } from './PeopleTable.tsx';
import { PersonActions } from './PersonActions.tsx';
import { CreatedAt, PersonIdentity, Role, Status } from './PersonFacts.tsx';

/** The people as cards, where a table has no room. */
export function PeopleCards({ users, stale, onEdit }: PeopleListProps) {
  const { t } = useTexts();
  return (
    <ul
      className={classes(styles.cards, stale && styles.stale)}
      aria-label={t('people.listLabel')}
      aria-busy={stale}
    >
      {users.map((user) => (
        <li key={user._id} data-user-id={user._id}>
          <div className={styles.top}>
            <PersonIdentity user={user} />
            <PersonActions user={user} onEdit={onEdit} />
          </div>
          <div className={styles.facts}>
            <Status user={user} />
            <Role user={user} />
            <span className={styles.created}>
              <CreatedAt user={user} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
