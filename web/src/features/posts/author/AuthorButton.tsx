import { shownName } from '@duet/contract/accounts/shown-name';
import { lazy, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { withAllTexts } from '../../../i18n/language.ts';
import { SheetPart } from '../../../offline/SheetPart.tsx';
import { loginPrompt } from '../../../session/LoginPrompt.tsx';
import { useUser } from '../../../session/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { classes } from '../../../ui/classes.ts';
import { Username } from '../../../ui/Username.tsx';
import styles from './AuthorButton.module.css';
import type { Author } from './AuthorProfile.tsx';

const AuthorProfile = lazy(() => withAllTexts(import('./AuthorProfile.tsx')));

interface AuthorButtonProps {
  readonly author: Author;
  /** Whether the username stands beside a display name: among many people two may call themselves the same. */
  readonly withUsername?: boolean;
}

/** Who wrote a post; opens their profile, for guests the login prompt. */
export function AuthorButton({ author, withUsername }: AuthorButtonProps) {
  const user = useUser();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.author}
        aria-haspopup="dialog"
        onClick={() => (user ? setOpen(true) : loginPrompt.open('profile'))}
      >
        <Avatar
          name={shownName(author)}
          src={author.profilePictureUrl && mediaAddress(author.profilePictureUrl)}
        />
        <span className={classes(styles.names, withUsername && styles.inLine)}>
          <bdi className={styles.name}>{shownName(author)}</bdi>
          {withUsername && <Username of={author} />}
        </span>
      </button>
      {open && (
        <SheetPart onClose={() => setOpen(false)}>
          <AuthorProfile author={author} onClose={() => setOpen(false)} />
        </SheetPart>
      )}
    </>
  );
}
