import type { About } from '@duet/contract/about/shapes';
import { shownName } from '@duet/contract/accounts/shown-name';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { mediaAddress } from '../../api/client.ts';
import { listFormat } from '../../i18n/formats.ts';
import { useTexts } from '../../i18n/language.ts';
import { loginPrompt } from '../../session/login-prompt.ts';
import { useUser } from '../../session/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import styles from './Hosts.module.css';

type Host = About['people'][number];

/** Photos and names of those whose site it is, 'Ana and Dan'; each leads to their page. */
export function Hosts({ people }: Pick<About, 'people'>) {
  const { language } = useTexts();
  const names = people.map(shownName);
  let at = 0;
  return (
    <>
      <div className={styles.photos}>
        {people.map((person) => (
          <ToPerson key={person._id} person={person} decoration>
            <Avatar
              name={shownName(person)}
              src={person.profilePictureUrl && mediaAddress(person.profilePictureUrl)}
              size="huge"
              className={styles.photo}
            />
          </ToPerson>
        ))}
      </div>
      <h2 className={styles.names}>
        {listFormat(language)
          .formatToParts(names)
          .map(({ type, value }, index) => {
            const person = type === 'element' ? people[at++] : undefined;
            // biome-ignore lint/suspicious/noArrayIndexKey: the words between names have no other name
            if (!person) return <span key={index}>{value}</span>;
            return (
              <ToPerson key={person._id} person={person}>
                <bdi>{value}</bdi>
              </ToPerson>
            );
          })}
      </h2>
    </>
  );
}

interface ToPersonProps {
  readonly person: Host;
  /** The name beside it leads there as well. */
  readonly decoration?: boolean;
  readonly children: React.ReactNode;
}

/** Leads to a person's page; for guests, who have none to see, it opens the login prompt. */
function ToPerson({ person, decoration, children }: ToPersonProps) {
  const user = useUser();

  function ask(event: MouseEvent) {
    if (user) return;
    event.preventDefault();
    loginPrompt.open('profile');
  }

  return (
    <Link
      to={`/people/${person._id}`}
      className={styles.person}
      onClick={ask}
      {...(decoration && { 'aria-hidden': true, tabIndex: -1 })}
    >
      {children}
    </Link>
  );
}
