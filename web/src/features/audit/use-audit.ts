import { type AuditFilter, auditFilters } from '@duet/contract/audit/constants';
import { limits } from '@duet/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAddressQuery } from '../../ui/address-query.ts';

interface Asked {
  readonly filter: AuditFilter;
  /** A username, or '' for everybody. */
  readonly person: string;
}

/** The lines of the audit, page by page, with what is asked of them. */
export function useAudit() {
  const { parameters, change } = useAddressQuery('/admin/audit');
  const asked: Asked = {
    filter: auditFilters.find((filter) => filter === parameters.get('filter')) ?? 'acts',
    person: (parameters.get('person') ?? '').trim().slice(0, limits.username.maxChars),
  };
  const lines = useInfiniteQuery({
    queryKey: queryKeys.audit(asked),
    queryFn: async ({ pageParam, signal }) => {
      const query = { filter: asked.filter, person: asked.person || undefined, before: pageParam };
      return (await call('audit.list', { query, signal })).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
  return {
    asked,
    lines,
    choose: (filter: AuditFilter) => change({ filter: filter === 'acts' ? null : filter }),
    search: (person: string) => change({ person: person || null }),
  };
}
