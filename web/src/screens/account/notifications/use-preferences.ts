import type { preferences as shape } from '@duet/contract/accounts/shapes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../api/client.ts';

type Kept = z.output<typeof shape>;
export type PreferenceChange = Partial<Omit<Kept, 'language' | 'disabled_until'>>;

const queryKey = ['accounts', 'preferences'];

interface Preferences {
  readonly kept: Kept | undefined;
  readonly save: (change: PreferenceChange) => void;
}

/** What a person wants to be told of. Each change shows at once and is taken back when it was not kept. */
export function usePreferences(onFailure: () => void): Preferences {
  const queries = useQueryClient();
  const { data: kept } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('accounts.preferences', { signal })).data.preferences,
  });
  const { mutate: save } = useMutation({
    mutationFn: async (change: PreferenceChange) =>
      (await call('accounts.savePreferences', { body: change })).data.preferences,
    onMutate: (change) => {
      const former = queries.getQueryData<Kept>(queryKey);
      if (former) queries.setQueryData<Kept>(queryKey, { ...former, ...change });
      return former;
    },
    onSuccess: (saved) => queries.setQueryData<Kept>(queryKey, saved),
    onError: (_, __, former) => {
      queries.setQueryData(queryKey, former);
      onFailure();
    },
  });
  return { kept, save };
}
