import { queryClient } from '../../../api/queries.ts';
import { currentSession } from '../../../session/session.ts';
import { feedQuery } from './queries.ts';
import { viewerKey } from './viewer.ts';

/** Asks for the newest page of the feed before the feed itself is there to ask. */
export function prefetchFeed(): void {
  const viewer = viewerKey(currentSession());
  if (viewer !== null) void queryClient.prefetchQuery(feedQuery(viewer, 1));
}
