import type { PersonNames } from '@duet/contract/accounts/shown-name';
import styles from './Username.module.css';

/** The username beneath a display name, small, by which people of the same name are told apart; nothing where it is shown already. */
export const Username = ({ of: { username, displayName } }: { readonly of: PersonNames }) =>
  displayName ? (
    <span className={styles.username} dir="ltr">
      @{username}
    </span>
  ) : null;
