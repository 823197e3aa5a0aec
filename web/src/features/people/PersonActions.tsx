import type { User } from '@duet/contract/accounts/shapes';
import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { useUser } from '../../session/session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { changeDeleted } from './change-deleted.ts';
import { nameWithUsername } from './name-with-username.ts';
import styles from './PersonActions.module.css';
import { useReloadPeople } from './use-people.ts';

interface PersonActionsProps {
  readonly user: User;
  readonly onEdit: (user: User) => void;
}

/** Edit, and delete or restore; nothing of it on one's own account. */
export function PersonActions({ user, onEdit }: PersonActionsProps) {
  const { t } = useTexts();
  const reload = useReloadPeople();
  const [busy, setBusy] = useState(false);
  const own = useUser()?._id === user._id;
  const { deleted } = user;
  const username = nameWithUsername(user);

  async function toggle() {
    setBusy(true);
    if (await changeDeleted(user)) await reload();
    setBusy(false);
  }

  return (
    <div className={styles.actions}>
      <IconButton
        label={t('people.editNamed', { username })}
        disabled={own}
        {...(own && { title: t('people.cannotEditSelf') })}
        onClick={() => onEdit(user)}
      >
        <Pencil size={18} aria-hidden />
      </IconButton>
      <IconButton
        label={t(deleted ? 'people.restoreNamed' : 'people.deleteNamed', { username })}
        disabled={own || busy}
        {...(own && { title: t('people.cannotModifySelf') })}
        onClick={toggle}
        className={deleted ? styles.restore : styles.delete}
      >
        {deleted ? <RotateCcw size={18} aria-hidden /> : <Trash2 size={18} aria-hidden />}
      </IconButton>
    </div>
  );
}
