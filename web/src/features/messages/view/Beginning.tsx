import type { Partner } from '@duet/contract/messages/shapes';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import styles from './Thread.module.css';

interface BeginningProps {
  readonly partner: Partner;
  /** Nothing was written yet. */
  readonly isEmpty: boolean;
}

/** What stands before the first message of a conversation: with whom it is. */
export function Beginning({ partner, isEmpty }: BeginningProps) {
  const { t } = useTexts();
  const { username, profilePicture } = partner;
  return (
    <div className={styles.beginning}>
      <Avatar name={username} src={profilePicture && mediaAddress(profilePicture)} size="large" />
      <h3>{username}</h3>
      {isEmpty && !partner.deleted && <p>{t('messages.startText')}</p>}
    </div>
  );
}
