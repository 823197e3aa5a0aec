import { lazy, Suspense, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { withAllTexts } from '../../../i18n/language.ts';
import { loginPrompt } from '../../../session/login-prompt.ts';
import { useUser } from '../../../session/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import styles from './AuthorButton.module.css';
import type { Author } from './AuthorProfile.tsx';

const AuthorProfile = lazy(() => withAllTexts(import('./AuthorProfile.tsx')));

/** Who wrote a post; opens their profile, for guests the login prompt. */
export function AuthorButton({ author }: { readonly author: Author }) {
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
          name={author.username}
          src={author.profilePictureUrl && mediaAddress(author.profilePictureUrl)}
        />
        <span className={styles.name}>{author.username}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <AuthorProfile author={author} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
