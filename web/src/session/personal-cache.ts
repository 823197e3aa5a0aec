import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast.ts';
import { currentSession, onSessionChange } from './session.ts';

/** Throws away what was loaded for one person as soon as another one, or nobody, is there. */
export function keepCachePersonal(queries: QueryClient): void {
  let person = currentSession().user?._id;
  onSessionChange(() => {
    const now = currentSession().user?._id;
    if (now === person) return;
    person = now;
    void queries.resetQueries();
    queries.removeQueries({ type: 'inactive' });
    toast.dismissLinks();
  });
}
