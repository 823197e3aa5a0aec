import type { Live } from '../../api/live.ts';
import { queryClient } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { currentSession, refreshUser } from '../../session/session.ts';
import { showSite } from '../../theme/site.ts';
import type { Settings } from './use-site-form.ts';

/** Shows what admins change in every open page, at once. */
export function followSettings(live: Live): void {
  live.on('site', ({ site }) => {
    showSite(site);
    queryClient.setQueryData(queryKeys.siteLine, site.line ?? '');
    queryClient.setQueryData<Settings>(queryKeys.siteSettings, (known) => known && { ...known, site });
    void queryClient.invalidateQueries({ queryKey: queryKeys.about });
    // Whether admins need a second step is told to admins alone, by who they are and what they may set.
    if (currentSession().user?.role === 'admin') {
      void refreshUser();
      void queryClient.invalidateQueries({ queryKey: queryKeys.siteSettings });
    }
    // Where it is another one who may read, files have other addresses.
    void queryClient.invalidateQueries({ queryKey: queryKeys.allPosts });
  });
}
