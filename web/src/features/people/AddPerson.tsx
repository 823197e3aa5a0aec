import type { PasswordLink as Link, User } from '@duet/contract/accounts/shapes';
import { shownName } from '@duet/contract/accounts/shown-name';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import styles from './AddPerson.module.css';
import { AddPersonForm } from './AddPersonForm.tsx';
import { nameWithUsername } from './name-with-username.ts';
import { HandOverLink } from './PasswordLink.tsx';

/** The button that adds somebody, and its dialog: the form, then the link to hand over. */
export function AddPerson() {
  const { t } = useTexts();
  const me = useUser();
  const [open, setOpen] = useState(false);
  if (!me) return null;
  return (
    <>
      <Button
        size="small"
        icon={<UserPlus size={18} aria-hidden />}
        aria-label={t('people.add')}
        onClick={() => setOpen(true)}
      >
        {t('people.addConfirm')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('people.add')}>
        <Content me={me._id} onClose={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

interface Added {
  readonly user: User;
  readonly link: Link;
}

function Content({ me, onClose }: { readonly me: string; readonly onClose: () => void }) {
  const { t } = useTexts();
  const [added, setAdded] = useState<Added | null>(null);
  return (
    <>
      <div role="status" className={styles.said}>
        {added && <h3>{t('people.added', { username: nameWithUsername(added.user) })}</h3>}
      </div>
      {added ? (
        <div className={styles.added}>
          <p>{t('people.addedText')}</p>
          <HandOverLink username={shownName(added.user)} link={added.link} />
          <div className={styles.actions}>
            <Button variant="secondary" onClick={() => setAdded(null)}>
              {t('people.addAnother')}
            </Button>
            <Button onClick={onClose}>{t('people.done')}</Button>
          </div>
        </div>
      ) : (
        <AddPersonForm me={me} onAdded={(user, link) => setAdded({ user, link })} />
      )}
    </>
  );
}
