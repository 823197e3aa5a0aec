import type { Post } from '@duet/contract/posts/shapes';

/** Who wrote something, as far as it says so itself. */
export type Author = Pick<Post, 'user_id' | 'username' | 'profilePictureUrl'>;
