import type { ViewsBody } from '@duet/contract/views/shapes';
import type { Context, PlatformContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/handler.ts';
import { Batcher } from './batcher.ts';
import { countViews } from './count.ts';
import type { GuestQuota } from './guest-quota.ts';
import type { Seen } from './store.ts';
import { viewerKey } from './viewer.ts';

declare module '../platform/context.ts' {
  interface Context {
    readonly viewBatcher: Batcher<Seen>;
  }
}

/** Views that one transaction counts; it holds the writer for some 30 ms. */
const atOnce = 2000;

/** Counts together what arrives while a transaction writes. */
export const createViewBatcher = (platform: PlatformContext, guestQuota: GuestQuota): Batcher<Seen> =>
  new Batcher((seen) => countViews(platform, guestQuota, seen), atOnce);

/** Counts the posts that a caller says they have seen. What an admin sees does not count, in whichever role. */
export async function recordViews(context: Context, caller: Caller, body: ViewsBody): Promise<void> {
  if (caller.viewer?.accountRole === 'admin') return;
  const key = viewerKey(context, caller, body.viewerId);
  const at = context.clock.now();
  const postIds = [...new Set(body.postIds)];
  await context.viewBatcher.add(postIds.map((postId) => ({ ...key, postId, at })));
}
