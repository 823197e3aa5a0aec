import { shownName } from '@duet/contract/accounts/shown-name';
import type { Partner } from '@duet/contract/messages/shapes';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Username } from '../../../ui/Username.tsx';
import styles from './Thread.module.css';

interface BeginningProps {
  readonly partner: Partner;
  /** Nothing was written yet. */
  readonly isEmpty: boolean;
}

/** What stands before the first message of a conversation: with whom it is. */
export function Beginning({ partner, isEmpty }: BeginningProps) {
  const { t } = useTexts();
  const { profilePicture } = partner;
  return (
    <div className={styles.beginning}>
      <Avatar name={shownName(partner)} src={profilePicture && mediaAddress(profilePicture)} size="large" />
      <h3 dir="auto">{shownName(partner)}</h3>
      <Username of={partner} />
      {isEmpty && !partner.deleted && <p>{t('messages.startText')}</p>}
    </div>
  );
}
