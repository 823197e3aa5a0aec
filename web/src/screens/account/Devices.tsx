import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { retryOnce, untilGone } from '../../api/retry-once.ts';
import { useTexts } from '../../i18n/language.ts';
import { fullDate } from '../../i18n/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import { SkeletonOf } from '../../ui/SkeletonOf.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Devices.module.css';

/** Where one is signed in, with a way to sign out each of them. */
export function Devices() {
  const words = useTexts();
  const { t } = words;
  const toast = useToast();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: async ({ signal }) => (await call('accounts.sessions', { signal })).data,
  });
  const sessions = data?.sessions;
  const end = useMutation({
    mutationFn: (id: string | null): Promise<unknown> =>
      id === null
        ? retryOnce(() => call('accounts.endOtherSessions'))
        : untilGone(() => call('accounts.endSession', { params: { id } }), 'NOT_FOUND'),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sessions }),
    onError: (failure) => toast.error(failureText(failure, t('network.unexpected'))),
  });

  return (
    <Section title={t('profile.devices')}>
      {error && (
        <ErrorState message={failureText(error, t('network.unexpected'))} onRetry={() => refetch()} />
      )}
      {!sessions && !error && (
        <SkeletonOf>
          <div className={styles.devices}>
            <div>
              <p>{t('profile.unknownDevice')}</p>
              <p>{t('profile.thisDevice')}</p>
            </div>
          </div>
        </SkeletonOf>
      )}
      {sessions && (
        <ul className={styles.devices}>
          {sessions.map((session) => (
            <li key={session._id}>
              <div>
                <p>{session.device || t('profile.unknownDevice')}</p>
                {data?.newDevices?.includes(session._id) && !session.current && (
                  <p className={styles.isNew}>
                    {t('account.newDevice', { date: fullDate(session.created_at, words) })}
                  </p>
                )}
                <p>
                  {session.current ? (
                    t('profile.thisDevice')
                  ) : (
                    <>
                      {t('profile.lastUsed')} <TimeAgo value={session.last_used_at} />
                    </>
                  )}
                </p>
              </div>
              {!session.current && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={t('account.endOf', { device: session.device || t('profile.unknownDevice') })}
                  disabled={end.isPending}
                  onClick={() => end.mutate(session._id)}
                >
                  {t('profile.signOut')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {(sessions?.length ?? 0) > 1 && (
        <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate(null)}>
          {t('profile.endOthers')}
        </Button>
      )}
    </Section>
  );
}
