/** A comment that is there; deleting one takes its row, history, likes and reports away. */
export interface CommentRow {
  id: string;
  post_id: string;
  user_id: string;
  text: string;
  created_at: number;
  /** When the present text was written, where it is not the first. */
  edited_at: number | null;
  /** Maintained in the transaction that writes `comment_reactions`. */
  like_count: number;
  dislike_count: number;
  /** What the author's device called it; unique for author and post. */
  client_id: string | null;
}

/**
 * What the author's device called a comment that was deleted: it may still send it, for its answer was lost. Kept as long as the
 * post, since what waits on a device has no end.
 */
export interface DeletedCommentRow {
  post_id: string;
  user_id: string;
  client_id: string;
}

/** A text that a comment had before, and when it was written. */
export interface CommentVersionRow {
  id: string;
  comment_id: string;
  text: string;
  created_at: number;
}

/** What one person said to one comment. */
export interface CommentReactionRow {
  comment_id: string;
  user_id: string;
  action: 'like' | 'dislike';
  created_at: number;
}

/** One person's report of one comment; open until an admin has handled it. */
export interface CommentReportRow {
  comment_id: string;
  user_id: string;
  reason: 'Spam' | 'Inappropriate Content' | 'Harassment' | 'Other';
  created_at: number;
  handled_at: number | null;
}

export interface CommentTables {
  comments: CommentRow;
  deleted_comments: DeletedCommentRow;
  comment_versions: CommentVersionRow;
  comment_reactions: CommentReactionRow;
  comment_reports: CommentReportRow;
}
