import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { address, call } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LinkToShare } from '../../features/people/index.ts';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Section } from '../../ui/Section.tsx';
import { SkeletonOf } from '../../ui/SkeletonOf.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Form.module.css';

/** Whole, also where the site does not know its own address, or the app runs from a phone's storage. */
const whole = (path: string): string => new URL(path, new URL(address('feeds.show'), location.href)).href;

/** Where a feed reader finds the posts; on a site that not everybody reads with the person's own secret in it. */
export function FeedAddresses() {
  const { t } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.feeds,
    queryFn: async ({ signal }) => (await call('feeds.show', { signal })).data.feeds,
  });
  const renew = useMutation({
    mutationFn: async () => (await call('feeds.renew')).data.feeds,
    onSuccess: (feeds) => {
      queries.setQueryData(queryKeys.feeds, feeds);
      toast.success(t('account.feedsRenewed'));
    },
    onError: (failure) => toast.error(failureText(failure, t('network.unexpected'))),
  });

  async function ask() {
    const yes = await confirm({
      title: t('account.feedsRenew'),
      text: t('account.feedsRenewText'),
      confirmLabel: t('account.feedsRenew'),
    });
    if (yes) renew.mutate();
  }

  const link = (url: string) => (
    <LinkToShare url={url} label={t('account.feedsAddress')} text={t('account.feeds')} />
  );
  return (
    <Section title={t('account.feeds')}>
      <p className={styles.quiet}>{t(data?.secret ? 'account.feedsSecretText' : 'account.feedsText')}</p>
      {error && !data && (
        <ErrorState message={failureText(error, t('network.unexpected'))} onRetry={() => refetch()} />
      )}
      {!data && !error && <SkeletonOf>{link('')}</SkeletonOf>}
      {data && link(whole(data.atom))}
      {data?.secret && (
        <Button variant="quiet" busy={renew.isPending} onClick={() => void ask()}>
          {t('account.feedsRenew')}
        </Button>
      )}
    </Section>
  );
}
