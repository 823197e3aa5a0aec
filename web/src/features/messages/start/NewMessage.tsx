import { shownName } from '@duet/contract/accounts/shown-name';
import { limits } from '@duet/contract/limits';
import type { Recipient } from '@duet/contract/messages/shapes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { call, mediaAddress } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { sleep } from '../../../device/wait.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { Username } from '../../../ui/Username.tsx';
import styles from './NewMessage.module.css';

interface NewMessageProps {
  readonly me: string;
  readonly onClose: () => void;
  /** Opens the conversation with whom was chosen. */
  readonly onChoose: (id: string) => void;
}

/** Whom to write to: the admins of the site until a name is typed. Enter takes the first. */
export default function NewMessage({ me, onClose, onChoose }: NewMessageProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const recipients = useRecipients(me, search);
  const choose = (id: string) => {
    onClose();
    onChoose(id);
  };
  const [entered, setEntered] = useState<string | null>(null);
  const first = recipients.isPlaceholderData ? undefined : recipients.data?.[0]?._id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEntered(search);
  };
  // Also where Enter came before the answer.
  useEffect(() => {
    if (entered === search && first) choose(first);
  });
  return (
    <Sheet open onClose={onClose} title={t('messages.new')} size="tall">
      <search>
        <form onSubmit={submit} className={styles.search}>
          <TextField
            label={t('messages.to')}
            placeholder={t('messages.toPlaceholder')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={limits.displayName.maxChars}
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
          />
        </form>
      </search>
      <Found recipients={recipients} search={search} onChoose={choose} />
    </Sheet>
  );
}

interface FoundProps {
  readonly recipients: ReturnType<typeof useRecipients>;
  readonly search: string;
  readonly onChoose: (id: string) => void;
}

function Found({ recipients: { data, error, isFetching, refetch }, search, onChoose }: FoundProps) {
  const { t } = useTexts();
  if (error && !data) {
    return (
      <ErrorState
        message={failureText(error, t('messages.searchFailed'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) {
    return (
      <ul className={styles.list} aria-busy="true" aria-label={t('messages.people')}>
        {['40%', '55%'].map((width) => (
          <li key={width} className={styles.person}>
            <Skeleton shape="circle" />
            <Skeleton width={width} />
          </li>
        ))}
      </ul>
    );
  }
  if (data.length === 0) {
    return (
      <p role="status" className={styles.none}>
        {search === '' ? t('messages.typeName') : t('messages.nobody', { name: search })}
      </p>
    );
  }
  return (
    <ul className={styles.list} aria-label={t('messages.people')} aria-busy={isFetching}>
      {data.map((person) => (
        <Person key={person._id} person={person} onChoose={onChoose} />
      ))}
    </ul>
  );
}

function Person({ person, onChoose }: { person: Recipient; onChoose: FoundProps['onChoose'] }) {
  const { profilePictureUrl } = person;
  return (
    <li>
      <button type="button" className={styles.person} onClick={() => onChoose(person._id)}>
        <Avatar name={shownName(person)} src={profilePictureUrl && mediaAddress(profilePictureUrl)} />
        <span className={styles.names}>
          <bdi className={styles.name}>{shownName(person)}</bdi>
          <Username of={person} />
        </span>
      </button>
    </li>
  );
}

/** So long nothing further is typed before a search is sent. */
const pauseMs = 150;

/** People to write to whose names contain `search`; the admins where it is empty. The former ones stay until they come. */
function useRecipients(me: string, search: string) {
  // All read here: the sheet shows its content later, and of what had not been read by then no change would be told.
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.recipients(me, search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (search !== '') await sleep(pauseMs);
      // Another search has taken its place.
      signal.throwIfAborted();
      const query = search === '' ? {} : { search };
      return (await call('messages.recipients', { query, signal })).data.people;
    },
  });
  return { data, error, isFetching, isPlaceholderData, refetch };
}
