import type { SiteNotice } from '@duet/contract/activity/shapes';
import { backupState } from '../backup/state.ts';
import type { Context } from '../platform/context.ts';

/** What the site itself has to say to its admins. It ends with its cause, not with being looked at. */
export async function siteNotices(context: Context): Promise<SiteNotice[]> {
  const { failure } = await backupState(context);
  return failure ? [{ type: 'backupFailed', ...failure }] : [];
}
