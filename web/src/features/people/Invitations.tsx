import type { Invitation } from '@duet/contract/joining/shapes';
import { Link2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { dateAndTime } from '../../i18n/time.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import { InvitationList } from './InvitationList.tsx';
import styles from './Invitations.module.css';
import { LinkToShare } from './LinkToShare.tsx';

/** The button to the invitations, and their dialog: a new link, and those that there are. */
export function Invitations() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  return (
    <div className={styles.card}>
      <span className={styles.sign}>
        <Link2 size={20} aria-hidden />
      </span>
      <div>
        <h2>{t('people.invitations')}</h2>
        <p>{t('people.invitationsText')}</p>
      </div>
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('people.invite')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} unsaved={unsaved} title={t('people.invitations')}>
        <Content onUnsaved={setUnsaved} />
      </Sheet>
    </div>
  );
}

function Content({ onUnsaved }: { readonly onUnsaved: (unsaved: boolean) => void }) {
  const { t } = useTexts();
  const [made, setMade] = useState<Invitation | null>(null);
  return (
    <div className={styles.content}>
      <div role="status" className={styles.said}>
        {made && <h3>{t('people.invited')}</h3>}
      </div>
      {made ? (
        <MadeInvitation invitation={made} onAnother={() => setMade(null)} />
      ) : (
        <InvitationForm onMade={setMade} onUnsaved={onUnsaved} />
      )}
      <section className={styles.section}>
        <h3>{t('people.invitationsMade')}</h3>
        <InvitationList />
      </section>
    </div>
  );
}

const QrCode = lazy(() => import('../../ui/QrCode.tsx'));

interface MadeInvitationProps {
  /** As it was answered, with its link. */
  readonly invitation: Invitation;
  readonly onAnother: () => void;
}

/** The link of a new invitation, shown this once: to copy, to share, and to scan from the screen. */
function MadeInvitation({ invitation, onAnother }: MadeInvitationProps) {
  const words = useTexts();
  const { t } = words;
  const { url = '', uses, role, expires_at, mail } = invitation;
  return (
    <div className={styles.made}>
      {mail && <p className={styles.hint}>{t('people.inviteMailed', { email: mail.email })}</p>}
      <ErrorBoundary instead={null}>
        <Suspense fallback={<Skeleton shape="block" className={styles.ghost} />}>
          <QrCode text={url} label={t('people.qrLabel')} />
        </Suspense>
      </ErrorBoundary>
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
