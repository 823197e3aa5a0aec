import { shownName } from '@duet/contract/accounts/shown-name';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, mediaAddress } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { retryOnce } from '../../api/retry-once.ts';
import { useTexts } from '../../i18n/language.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import { SkeletonOf } from '../../ui/SkeletonOf.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Devices.module.css';
import form from './Form.module.css';

/** Whom one takes no messages from, and the way to take them again. */
export function BlockedPeople() {
  const { t } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.blocks,
    queryFn: async ({ signal }) => (await call('messages.blocks', { signal })).data.blocks,
    // Somebody may have been blocked in a thread meanwhile.
    staleTime: 0,
  });
  const lift = useMutation({
    mutationFn: (userId: string) => retryOnce(() => call('messages.liftBlock', { params: { userId } })),
    // The threads know of the block as well.
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.allMessages }),
    onError: (failure) => toast.error(failureText(failure, t('network.unexpected'))),
  });

  const nobody = <p className={form.quiet}>{t('account.blockedNobody')}</p>;
  return (
    <Section title={t('account.blocked')}>
      {error && (
        <ErrorState message={failureText(error, t('network.unexpected'))} onRetry={() => refetch()} />
      )}
      {!data && !error && <SkeletonOf>{nobody}</SkeletonOf>}
      {data?.length === 0 && !error && nobody}
      {data && data.length > 0 && (
        <ul className={styles.devices}>
          {data.map(({ _id, profilePictureUrl, ...names }) => (
            <li key={_id}>
              <div className={styles.person}>
                <Avatar
                  name={shownName(names)}
                  src={profilePictureUrl && mediaAddress(profilePictureUrl)}
                  size="small"
                />
                <p dir="auto">{shownName(names)}</p>
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-label={t('account.unblockOf', { username: shownName(names) })}
                disabled={lift.isPending}
                onClick={() => lift.mutate(_id)}
              >
                {t('account.unblock')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
