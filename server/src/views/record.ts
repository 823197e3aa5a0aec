import type { ViewsBody } from '@duet/contract/views/shapes';
import type { Context } from '../platform/context.ts';
import type { Caller } from '../platform/http/handler.ts';
import { Batcher } from './batcher.ts';
import { countViews } from './count.ts';
import type { Seen } from './store.ts';
import { viewerKey } from './viewer.ts';

/** Views that one transaction counts; it holds the writer for some 30 ms. */
const atOnce = 2000;

const batchers = new WeakMap<Context, Batcher<Seen>>();

function batcherOf(context: Context): Batcher<Seen> {
  let batcher = batchers.get(context);
  if (!batcher) {
    batcher = new Batcher((seen) => countViews(context, seen), atOnce);
    batchers.set(context, batcher);
  }
  return batcher;
}

/** Counts the posts that a caller says they have seen. What an admin sees does not count. */
export async function recordViews(context: Context, caller: Caller, body: ViewsBody): Promise<void> {
  if (caller.viewer?.role === 'admin') return;
  const key = viewerKey(context, caller, body.viewerId);
  const at = context.clock.now();
  const postIds = [...new Set(body.postIds)];
  await batcherOf(context).add(postIds.map((postId) => ({ ...key, postId, at })));
}
