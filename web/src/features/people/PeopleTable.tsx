import type { User } from '@duet/contract/accounts/shapes';
import { useTexts } from '../../i18n/language.ts';
import { classes } from '../../ui/classes.ts';
import styles from './PeopleTable.module.css';
import { PersonActions } from './PersonActions.tsx';
import { CreatedAt, PersonIdentity, Role, Status } from './PersonFacts.tsx';

export interface PeopleListProps {
  readonly users: readonly User[];
  /** What is shown is not yet what was asked for last. */
  readonly stale: boolean;
  readonly onEdit: (user: User) => void;
}

/** The people as a table, where there is room for one. */
export function PeopleTable({ users, stale, onEdit }: PeopleListProps) {
  const { t } = useTexts();
  return (
    <div className={styles.frame}>
      <table className={classes(styles.table, stale && styles.stale)} aria-busy={stale}>
        <caption className="visually-hidden">{t('people.listLabel')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('people.columnUser')}</th>
            <th scope="col">{t('people.columnRole')}</th>
            <th scope="col">{t('people.columnCreated')}</th>
            <th scope="col">{t('people.columnStatus')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('people.columnActions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user._id} data-user-id={user._id}>
              <td className={styles.who}>
                <PersonIdentity user={user} />
              </td>
              <td>
                <Role user={user} />
              </td>
              <td className={styles.created}>
                <CreatedAt user={user} />
              </td>
              <td>
                <Status user={user} />
              </td>
              <td>
                <PersonActions user={user} onEdit={onEdit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
