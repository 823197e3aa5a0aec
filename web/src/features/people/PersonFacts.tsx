import type { User } from '@duet/contract/accounts/shapes';
import { shownName } from '@duet/contract/accounts/shown-name';
import { mediaAddress } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { dateAndTime, fullDate } from '../../i18n/time.ts';
import { useUser } from '../../session/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { breakable } from '../../ui/breakable.tsx';
import { classes } from '../../ui/classes.ts';
import { Username } from '../../ui/Username.tsx';
import styles from './PersonFacts.module.css';

/** Photo, name and email. */
export function PersonIdentity({ user }: { readonly user: User }) {
  const { t } = useTexts();
  const photo = user.profilePictureUrl;
  return (
    <div className={styles.who}>
      <Avatar name={shownName(user)} src={photo && mediaAddress(photo)} />
      <div className={styles.names}>
        <p className={styles.name} dir="auto">
          {breakable(shownName(user))}
        </p>
        <Username of={user} />
        <p className={styles.email}>{user.email ? <Email address={user.email} /> : t('people.noEmail')}</p>
        {user.mailRefused && (
          <p className={styles.refused} title={user.mailRefused.answer}>
            {t('people.mailRefused')}
          </p>
        )}
      </div>
    </div>
  );
}

/** An address that breaks before its host, where one line is too short for it. */
function Email({ address }: { readonly address: string }) {
  const [name = '', host = ''] = address.split(/(?=@)/);
  return (
    <>
      {breakable(name)}
      <wbr />
      {host}
    </>
  );
}

export function Role({ user }: { readonly user: User }) {
  const { t } = useTexts();
  const admin = user.role === 'admin';
  return (
    <span className={classes(styles.role, admin && styles.admin)}>
      {t(admin ? 'people.admin' : 'people.user')}
    </span>
  );
}

export function CreatedAt({ user }: { readonly user: User }) {
  const words = useTexts();
  return (
    <time dateTime={user.created_at} title={dateAndTime(user.created_at, words)}>
      {fullDate(user.created_at, words)}
    </time>
  );
}

/** You, Deleted, Waiting or Active. */
export function Status({ user }: { readonly user: User }) {
  const { t } = useTexts();
  const me = useUser();
  if (user._id === me?._id)
    return <span className={classes(styles.status, styles.you)}>{t('people.you')}</span>;
  if (user.deleted)
    return <span className={classes(styles.status, styles.deleted)}>{t('people.deleted')}</span>;
  if (user.waiting)
    return <span className={classes(styles.status, styles.waiting)}>{t('people.waiting')}</span>;
  return <span className={classes(styles.status, styles.active)}>{t('people.active')}</span>;
}
