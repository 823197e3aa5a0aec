import type { Query, QueryClient } from '@tanstack/react-query';
import { wantedProof } from '../api/proof.ts';
import { toast } from '../ui/toast.ts';
import { followPerson } from './session.ts';

/** What is the same for everybody says so: who registers must not see the form vanish that they have just sent. */
const isPersonal = ({ meta }: Query): boolean => meta?.forEverybody !== true;

/** Throws away what was loaded for one person, or asked of them, as soon as another one, or nobody, is there. */
export function clearCacheOnUserChange(queries: QueryClient): void {
  followPerson((_, before) => {
    if (before === undefined) return;
    void queries.resetQueries({ predicate: isPersonal });
    queries.removeQueries({ type: 'inactive', predicate: isPersonal });
    toast.dismissLinks();
    wantedProof()?.answer(false);
  });
}
