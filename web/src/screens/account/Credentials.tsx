import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '../../api/failure.ts';
import { untilGone } from '../../api/retry-once.ts';
import { useTexts } from '../../i18n/language.ts';
import { confirm, type Question } from '../../ui/confirm.ts';
import { SkeletonOf } from '../../ui/SkeletonOf.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Credentials.module.css';
import form from './Form.module.css';

/** What opens an account beside its password: a passkey, a personal token. */
interface Credential {
  readonly _id: string;
  readonly name: string;
  readonly last_used_at: string | null;
}

interface CredentialsProps<Kind extends Credential> {
  readonly query: Pick<UseQueryOptions<readonly Kind[]>, 'queryKey' | 'queryFn'>;
  /** The name of the list. */
  readonly label: string;
  /** Stands there while there are none. */
  readonly none: string;
  /** What is said of one beneath its name. */
  readonly facts: (one: Kind) => ReactNode;
  /** Said of one that was not used yet. */
  readonly neverUsed: string;
  readonly buttons: (one: Kind) => ReactNode;
}

/** A person's credentials of one kind, each with what can be done with it. */
export function Credentials<Kind extends Credential>(props: CredentialsProps<Kind>) {
  const { query, label, none, facts, neverUsed, buttons } = props;
  const { t } = useTexts();
  // One may have been used or made elsewhere meanwhile.
  const { data, error, refetch } = useQuery({ ...query, staleTime: 0 });
  if (error && !data) {
    return <ErrorState message={failureText(error, t('network.unexpected'))} onRetry={() => refetch()} />;
  }
  const nothing = <p className={form.quiet}>{none}</p>;
  if (!data) return <SkeletonOf>{nothing}</SkeletonOf>;
  if (data.length === 0) return nothing;
  return (
    <ul className={styles.list} aria-label={label}>
      {data.map((one) => (
        <li key={one._id}>
          <div className={styles.words}>
            <p className={styles.name} dir="auto">
              {one.name}
            </p>
            <p className={styles.facts}>{facts(one)}</p>
            <p className={styles.facts}>
              {one.last_used_at === null ? (
                neverUsed
              ) : (
                <>
                  {t('profile.lastUsed')} <TimeAgo value={one.last_used_at} />
                </>
              )}
            </p>
          </div>
          <div className={styles.buttons}>{buttons(one)}</div>
        </li>
      ))}
    </ul>
  );
}

interface Removal {
  readonly queryKey: readonly unknown[];
  readonly remove: (id: string) => Promise<unknown>;
  readonly question: (one: Credential) => Question;
  /** Said when it is gone. */
  readonly done: string;
}

/** Takes a credential away after a question; one that has gone already counts as taken away. */
export function useRemoval({ queryKey, remove, question, done }: Removal) {
  const { t } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: (id: string) => untilGone(() => remove(id), 'NOT_FOUND'),
    onSuccess: () => toast.success(done),
    onError: (failure) => toast.error(failureText(failure, t('network.unexpected'))),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const ask = async (one: Credential) => {
    if (await confirm({ ...question(one), danger: true })) removal.mutate(one._id);
  };
  return { ask, isPending: removal.isPending };
}
