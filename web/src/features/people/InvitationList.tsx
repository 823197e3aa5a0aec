import { shownName } from '@duet/contract/accounts/shown-name';
import type { Invitation } from '@duet/contract/joining/shapes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { retryOnce } from '../../api/retry-once.ts';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import { fullDate } from '../../i18n/time.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { confirm } from '../../ui/confirm.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { ErrorState } from '../../ui/States.tsx';
import styles from './Invitations.module.css';
import { notice } from './notices.ts';

const stateTexts: Readonly<Record<Invitation['state'], PlainKey>> = {
  open: 'people.inviteOpen',
  used: 'people.inviteUsed',
  expired: 'people.inviteExpired',
  revoked: 'people.inviteRevoked',
  over: 'people.inviteOver',
};

/** The invitations, newest first: for whom, how far used, until when, who came by them. */
export function InvitationList() {
  const { t } = useTexts();
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: queryKeys.invitations,
    queryFn: async ({ signal }) => (await call('invitations.list', { signal })).data.invitations,
    staleTime: 0,
    // Until it is known what became of those that were just mailed.
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ mail }) => mail?.state === 'waiting') ? 4000 : false,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => retryOnce(() => call('invitations.revoke', { params: { id } })),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.invitations }),
    onSuccess: () => notice.success(t('people.revoked')),
    onError: (error) =>
      notice.failure(error, { failed: 'people.revokeFailed', errored: 'people.revokeFailed' }),
  });

  async function askToRevoke(id: string) {
    const sure = await confirm({
      title: t('people.revokeTitle'),
      text: t('people.revokeText'),
      confirmLabel: t('people.revoke'),
      danger: true,
    });
    if (sure) revoke.mutate(id);
  }

  const { data, error } = list;
  if (error && !data) {
    return (
      <ErrorState
        message={failureText(error, t('network.unexpected'))}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!data) return <Skeleton width="60%" />;
  if (data.length === 0) return <p className={styles.quiet}>{t('people.invitationsNone')}</p>;
  return (
    <ul className={styles.list} aria-label={t('people.invitationsMade')}>
      {data.map((invitation) => (
        <li key={invitation._id} data-invitation-id={invitation._id}>
          <Row invitation={invitation} />
          {invitation.state === 'open' && (
            <Button
              variant="secondary"
              size="small"
              disabled={revoke.isPending}
              onClick={() => void askToRevoke(invitation._id)}
            >
              {t('people.revoke')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Row({ invitation }: { readonly invitation: Invitation }) {
  const words = useTexts();
  const { t } = words;
  const { state, role, uses, used, note, expires_at, people, mail } = invitation;
  return (
    <div className={styles.row}>
      <p className={styles.head}>
        <span className={classes(styles.state, state === 'open' && styles.open)}>
          {state in stateTexts ? t(stateTexts[state]) : state}
        </span>
        <span>{t(role === 'admin' ? 'people.admin' : 'people.user')}</span>
        {note && (
          <span className={styles.note} dir="auto">
            {note}
          </span>
        )}
      </p>
      <p className={styles.quiet}>
        {t('people.inviteUsedOf', { used, uses })}
        {state === 'open' && ` · ${t('people.inviteUntil', { date: fullDate(expires_at, words) })}`}
      </p>
      {mail && (
        <p className={classes(styles.quiet, mail.state === 'failed' && styles.failed)}>
          {mailText(mail, words)}
          {mail.answer && <span dir="auto"> {mail.answer}</span>}
        </p>
      )}
      {people.length > 0 && (
        <p className={styles.quiet}>
          {t('people.cameBy')}{' '}
          {people.map((person, index) => (
            <span key={person._id}>
              {index > 0 && ', '}
              <bdi>{shownName(person)}</bdi>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function mailText(
  { state, email }: NonNullable<Invitation['mail']>,
  { t }: ReturnType<typeof useTexts>,
): string {
  switch (state) {
    case 'waiting':
      return t('people.mailWaiting', { email });
    case 'sent':
      return t('people.mailSent', { email });
    case 'failed':
      return t('people.mailFailed', { email });
    case 'withdrawn':
      return t('people.mailWithdrawn', { email });
  }
}
