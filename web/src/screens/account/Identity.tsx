import { mediaAddress } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { fullDate } from '../../i18n/time.ts';
import type { KnownUser } from '../../session/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Identity.module.css';
import { PhotoButtons } from './PhotoButtons.tsx';

/** Who one is: photo, name, since when, and the email, which cannot be changed here. */
export function Identity({ user }: { user: KnownUser }) {
  const words = useTexts();
  const { t } = words;
  return (
    <section className={styles.identity} aria-label={user.username}>
      <Avatar
        name={user.username}
        src={user.profilePictureUrl && mediaAddress(user.profilePictureUrl)}
        size="huge"
      />
      <div className={styles.name}>
        <p>{user.username}</p>
        <p>{t('profile.memberSince', { date: fullDate(user.created_at, words) })}</p>
      </div>
      <PhotoButtons />
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
