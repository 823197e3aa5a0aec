import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.ts';
import type { KnownUser } from '../../session/stored-user.ts';
import { NewPost } from './NewPost.tsx';
import {
  ActivityButton,
  FeedButton,
  MessagesButton,
  ProfileButton,
  SettingsButton,
  UsersButton,
} from './Places.tsx';
import styles from './Rail.module.css';

/** What stands at the side of the wide layout: where one can go, and what one can do from anywhere; the admins' part below a line. */
export function Rail({ user }: { readonly user: KnownUser }) {
  const { t } = useTexts();
  return (
    <nav className={styles.rail} aria-label={t('shell.mainNavigation')}>
      <ul>
        <Item text={t('shell.feed')}>
          <FeedButton />
        </Item>
        <Item text={t('shell.messages')}>
          <MessagesButton />
        </Item>
        <Item text={t('shell.profile')}>
          <ProfileButton user={user} />
        </Item>
      </ul>
      {user.role === 'admin' && (
        <ul>
          <Item text={t('shell.newPost')}>
            <NewPost />
          </Item>
          <Item text={t('shell.activity')}>
            <ActivityButton />
          </Item>
          <Item text={t('shell.settings')}>
            <SettingsButton />
          </Item>
          <Item text={t('shell.users')}>
            <UsersButton />
          </Item>
        </ul>
      )}
    </nav>
  );
}

/** A button, and its words, which its name says to screen readers already. */
function Item({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <li>
      {children}
      <span aria-hidden="true">{text}</span>
    </li>
  );
}
