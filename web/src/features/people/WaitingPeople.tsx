import type { User } from '@duet/contract/accounts/shapes';
import { shownName } from '@duet/contract/accounts/shown-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { live } from '../../api/live.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { retryOnce, untilGone } from '../../api/retry-once.ts';
import { useTexts } from '../../i18n/language.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { notice } from './notices.ts';
import styles from './WaitingPeople.module.css';

/** The accounts that wait for an admin; nothing where there are none. Shown anew as the activity changes. */
export function WaitingPeople() {
  const { t } = useTexts();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: queryKeys.waiting,
    queryFn: async ({ signal }) =>
      (await call('accounts.users', { query: { onlyWaiting: 'true', limit: '100' }, signal })).data.users,
    staleTime: 0,
  });
  useEffect(() => {
    const refresh = () => void queries.invalidateQueries({ queryKey: queryKeys.waiting });
    const leave = [live.on('activity', refresh), live.on('resync', refresh)];
    return () => {
      for (const each of leave) each();
    };
  }, [queries]);
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('people.waitingTitle')}>
      <h2>{t('people.waitingTitle')}</h2>
      <ul>
        {data.map((user) => (
          <Waiting key={user._id} user={user} />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ user }: { readonly user: User }) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'approve' | 'decline' | null>(null);
  const username = shownName(user);

  async function decide(what: 'approve' | 'decline') {
    const question = {
      title: t('people.declineTitle', { username }),
      text: t('people.declineText'),
      confirmLabel: t('people.decline'),
      danger: true,
    };
    if (busy || (what === 'decline' && !(await confirm(question)))) return;
    setBusy(what);
    const params = { id: user._id };
    try {
      if (what === 'approve') await retryOnce(() => call('accounts.approveUser', { params }));
      else await untilGone(() => call('accounts.declineUser', { params }), 'USER_NOT_FOUND');
      notice.success(t(what === 'approve' ? 'people.approved' : 'people.declined', { username }));
    } catch (error) {
      notice.failure(error, { failed: 'people.decideFailed', errored: 'people.decideFailed' });
    } finally {
      await Promise.all(
        [queryKeys.waiting, queryKeys.unreadActivity, queryKeys.allPeople].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      setBusy(null);
    }
  }

  return (
    <li data-user-id={user._id}>
      <Avatar name={username} src={null} />
      <div className={styles.who}>
        <p className={styles.name} dir="auto">
          {username}
        </p>
        <p className={styles.quiet}>{user.email}</p>
        <p className={styles.quiet}>
          <TimeAgo value={user.created_at} />
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          size="small"
          busy={busy === 'approve'}
          disabled={busy !== null}
          aria-label={t('people.approveNamed', { username })}
          onClick={() => void decide('approve')}
        >
          {t('people.approve')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          busy={busy === 'decline'}
          disabled={busy !== null}
          aria-label={t('people.declineNamed', { username })}
          onClick={() => void decide('decline')}
        >
          {t('people.decline')}
        </Button>
      </div>
    </li>
  );
}
