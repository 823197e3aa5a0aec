import type { ViewsBody } from '@duet/contract/views/shapes';
import type { Context } from '../platform/context.ts';
import type { Caller } from '../platform/http/handler.ts';
import { countViews } from './count.ts';
import { Gathering } from './gathering.ts';
import type { Seen } from './store.ts';
import { viewerKey } from './viewer.ts';

/** Views that one transaction counts; it holds the writer for some 30 ms. */
const atOnce = 2000;

const gatherings = new WeakMap<Context, Gathering<Seen>>();

function gatheringOf(context: Context): Gathering<Seen> {
  let gathering = gatherings.get(context);
  if (!gathering) {
    gathering = new Gathering((seen) => countViews(context, seen), atOnce);
    gatherings.set(context, gathering);
  }
  return gathering;
}

/** Counts the posts that a caller says they have seen. What an admin sees does not count. */
export async function recordViews(context: Context, caller: Caller, body: ViewsBody): Promise<void> {
  if (caller.viewer?.role === 'admin') return;
  const key = viewerKey(context, caller, body.viewerId);
  const at = context.clock.now();
  const postIds = [...new Set(body.postIds)];
  await gatheringOf(context).add(postIds.map((postId) => ({ ...key, postId, at })));
}
