import type { Invitation } from '@duet/contract/joining/shapes';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { dateAndTime } from '../../i18n/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LinkToShare } from './LinkToShare.tsx';
import styles from './MadeInvitation.module.css';

const QrCode = lazy(() => import('../../ui/QrCode.tsx'));

interface MadeInvitationProps {
  /** As it was answered, with its link. */
  readonly invitation: Invitation;
  readonly onAnother: () => void;
}

/** The link of a new invitation, shown this once: to copy, to share, and to scan from the screen. */
export function MadeInvitation({ invitation, onAnother }: MadeInvitationProps) {
  const words = useTexts();
  const { t } = words;
  const { url = '', uses, role, expires_at, mail } = invitation;
  return (
    <div className={styles.made}>
      {mail && <p className={styles.hint}>{t('people.inviteMailed', { email: mail.email })}</p>}
      <Suspense fallback={<Skeleton shape="block" className={styles.ghost} />}>
        <QrCode text={url} label={t('people.qrLabel')} />
      </Suspense>
      <LinkToShare url={url} label={t('people.inviteLink')} text={t('people.inviteShared')} />
      <p className={styles.hint}>
        {t(role === 'admin' ? 'people.inviteHintAdmin' : 'people.inviteHint', {
          count: uses,
          date: dateAndTime(expires_at, words),
        })}
      </p>
      <Button variant="secondary" onClick={onAnother}>
        {t('people.inviteAnother')}
      </Button>
    </div>
  );
}
