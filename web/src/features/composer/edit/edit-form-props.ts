import type { Post } from '@duet/contract/posts/shapes';
import type { PostVersion } from './version.ts';

/** What the form of every type of post is given. */
export interface EditFormProps {
  /** The post as it was when the page was opened. */
  readonly loaded: PostVersion;
  readonly userId: string;
  /** After the post is saved. */
  readonly onSaved: (post: Post) => void;
  /** After the changes were thrown away. */
  readonly onDiscarded: () => void;
  /** The post is not there any more; what was written is kept on this device. */
  readonly onGone: () => void;
}
