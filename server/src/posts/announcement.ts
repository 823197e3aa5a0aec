import type { PostType } from '@duet/contract/posts/shapes';
import type { Reads } from '../platform/db/database.ts';
import { isPublic } from './public-posts.ts';
import { findPost } from './store.ts';

interface Announcement {
  readonly _id: string;
  readonly postType: PostType;
  /** For all others there is no such post. */
  readonly adminsOnly: boolean;
}

/** What may be said of a post that has come out; null where it is gone again. */
export async function findAnnouncement(reads: Reads, id: string): Promise<Announcement | null> {
  const post = await findPost(reads, id, null);
  if (post?.published !== 1) return null;
  return { _id: post.id, postType: post.post_type, adminsOnly: !isPublic(post) };
}
