import { type PersonNames, shownName } from '@duet/contract/accounts/shown-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { useTexts } from '../../../i18n/language.ts';
import { confirm } from '../../../ui/confirm.ts';
import { toast } from '../../../ui/toast.ts';

export interface Block {
  readonly isBlocked: boolean;
  readonly busy: boolean;
  /** Blocks after asking, or lifts the block. */
  readonly toggle: () => Promise<void>;
}

/** Whether one has blocked a person, and the way to change it. */
export function useBlock(me: string, partner: { readonly id: string } & PersonNames, open: boolean): Block {
  const { t } = useTexts();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { id: userId } = partner;
  const username = shownName(partner);
  const queryKey = queryKeys.block(me, userId);
  const { data: isBlocked = false } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call('messages.block', { params: { userId }, signal })).data.blocked,
    enabled: open,
  });

  async function toggle() {
    const question = {
      title: t('messages.blockTitle', { username }),
      text: t('messages.blockText'),
      confirmLabel: t('messages.blockConfirm'),
      danger: true,
    };
    if (busy || (!isBlocked && !(await confirm(question)))) return;
    setBusy(true);
    try {
      const name = isBlocked ? 'messages.liftBlock' : 'messages.setBlock';
      const { data } = await retryOnce(() => call(name, { params: { userId } }));
      // An answer that is on its way may be older than this.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, data.blocked);
      toast.success(t(data.blocked ? 'messages.blocked' : 'messages.unblocked', { username }));
    } catch (error) {
      toast.error(failureText(error, t('messages.blockFailed')));
    } finally {
      setBusy(false);
    }
  }

  return { isBlocked, busy, toggle };
}
