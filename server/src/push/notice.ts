import type { ReportReason } from '@duet/contract/comments/shapes';
import type { PostType } from '@duet/contract/posts/shapes';

/** What people are notified of. `by` is who did it; the texts are those at that moment. */
export type Notice =
  | { readonly kind: 'message'; readonly by: Author; readonly recipientId: string; readonly text: string }
  | {
      readonly kind: 'post';
      readonly by: Author;
      readonly postId: string;
      readonly postType: PostType;
      readonly title: string;
      /** Only admins may know of it. */
      readonly adminOnly: boolean;
      /** Admins were notified when it was published for them; only the others are now. */
      readonly adminsKnow?: boolean;
    }
  | {
      readonly kind: 'comment';
      readonly by: Author;
      readonly postId: string;
      /** Absent in notices of older versions. */
      readonly commentId?: string;
      readonly text: string;
    }
  | {
      readonly kind: 'report';
      readonly by: Author;
      readonly commentId: string;
      readonly reason: ReportReason;
    }
  | { readonly kind: 'waiting'; readonly by: Author };

interface Author {
  readonly id: string;
  /** As people see it. */
  readonly name: string;
  /** What notices of versions before display names carry in its place. */
  readonly username?: string;
}
