import type { AuditFilter } from '@duet/contract/audit/constants';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';

interface Asked {
  readonly filter: AuditFilter;
  /** A username, or '' for everybody. */
  readonly person: string;
}

/** The lines of the audit, page by page, with what is asked of them. */
export function useAudit() {
  const [asked, setAsked] = useState<Asked>({ filter: 'acts', person: '' });
  const lines = useInfiniteQuery({
    queryKey: ['audit', asked],
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
    choose: (filter: AuditFilter) => setAsked({ ...asked, filter }),
    search: (person: string) => setAsked({ ...asked, person: person.trim() }),
  };
}
