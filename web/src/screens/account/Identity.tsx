import { shownName } from '@duet/contract/accounts/shown-name';
import { Link } from 'react-router-dom';
import { mediaAddress } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { fullDate } from '../../i18n/time.ts';
import type { KnownUser } from '../../session/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Username } from '../../ui/Username.tsx';
import { ChangeUsername } from './ChangeUsername.tsx';
import { DisplayName } from './DisplayName.tsx';
import styles from './Identity.module.css';
import { PhotoButtons } from './PhotoButtons.tsx';

/** Who one is: photo, name, since when, and the email, which is changed below, among the mails. */
export function Identity({ user }: { user: KnownUser }) {
  const words = useTexts();
  const { t } = words;
  return (
    <section className={styles.identity} aria-label={shownName(user)}>
      <Avatar
        name={shownName(user)}
        src={user.profilePictureUrl && mediaAddress(user.profilePictureUrl)}
        size="huge"
      />
      <div className={styles.name}>
        <p dir="auto">{shownName(user)}</p>
        <Username of={user} />
        <p>{t('profile.memberSince', { date: fullDate(user.created_at, words) })}</p>
        <div className={styles.ways}>
          <Link to={`/people/${user._id}`}>{t('profile.seeOwn')}</Link>
          <Link to="/about">{t('shell.about')}</Link>
        </div>
      </div>
      <PhotoButtons />
      <DisplayName user={user} />
      <ChangeUsername user={user} />
      <TextField
        label={t('profile.email')}
        type="email"
        value={user.email ?? ''}
        placeholder={user.email === null ? t('profile.noEmail') : undefined}
        readOnly
        autoComplete="off"
        className={styles.email}
      />
    </section>
  );
}
