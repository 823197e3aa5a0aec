import { queryClient } from '../../../api/queries.ts';
import { currentSession } from '../../../session/session.ts';
import { feedQuery } from './queries.ts';
import { viewerKey } from './viewer.ts';

/** Asks for the newest page of the feed before the feed itself is there to ask; resolves however that ends. */
export async function prefetchFeed(): Promise<void> {
  const viewer = viewerKey(currentSession());
  if (viewer !== null) await queryClient.prefetchQuery(feedQuery(viewer, 1));
}
