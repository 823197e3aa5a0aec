import type { preferences as shape } from '@duet/contract/accounts/shapes';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../api/client.ts';
import { onceMore } from '../../../api/once-more.ts';
import { queryKeys } from '../../../api/query-keys.ts';

type Kept = z.output<typeof shape>;
type PreferenceChange = Partial<Omit<Kept, 'language' | 'disabled_until'>>;

const queryKey = queryKeys.preferences;
const mutationKey = queryKeys.savePreferences;

interface Preferences {
  readonly kept: Kept | undefined;
  readonly save: (change: PreferenceChange) => void;
}

/**
 * What a person wants to be told of. Each change shows at once, laid over what the server said last until it has said
 * more, and is taken back when it was not kept.
 */
export function usePreferences(onFailure: () => void): Preferences {
  const queries = useQueryClient();
  const { data: said } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('accounts.preferences', { signal })).data.preferences,
  });
  const changes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as PreferenceChange,
  });
  const { mutate: save } = useMutation({
    mutationKey,
    // One after the other: of two at a time the answer to the former may come last, and without the latter.
    scope: { id: mutationKey.join() },
    mutationFn: async (change: PreferenceChange) =>
      (await onceMore(() => call('accounts.savePreferences', { body: change }))).data.preferences,
    onSuccess: async (saved) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<Kept>(queryKey, saved);
    },
    onError: () => {
      onFailure();
      // It may be kept all the same: its answer was lost.
      void queries.invalidateQueries({ queryKey });
    },
  });
  return { kept: said && Object.assign({}, said, ...changes), save };
}
