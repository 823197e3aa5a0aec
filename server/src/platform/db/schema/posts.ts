export interface PostRow {
  id: string;
  post_type: 'richText' | 'gallery' | 'video';
  user_id: string;
  title: string;
  caption: string;
  /** Clean HTML or block JSON, as `content_format` says. Media in it stand as plain paths, without signatures. */
  content: string;
  content_format: 'html' | 'blocks';
  /** The version of the HTML policy that cleaned it. */
  content_policy: number;
  admin_only: number;
  published: number;
  created_at: number;
  published_at: number | null;
  /** When it was opened to everybody, who were told; null where that was its publication, and where nobody was told yet. */
  public_since: number | null;
  updated_at: number;
  /** Real likes; maintained in the transaction that writes `likes`. */
  like_count: number;
  likes_extra: number;
  view_count: number;
  views_extra: number;
  comment_count: number;
}

/** One row for a person and a post; `count` grows above 1 for admins only. */
export interface LikeRow {
  post_id: string;
  user_id: string;
  count: number;
  created_at: number;
  updated_at: number;
  /** What devices called the last likes, one a line, newest last; '' where they did not. */
  client_ids: string;
}

/** How many posts were published on a day, of those that still are; maintained in the transactions that change them. */
export interface PostDayRow {
  /** Whole days since 1970, UTC. */
  day: number;
  public_count: number;
  admin_only_count: number;
}

/** The same by author. */
export interface PostAuthorRow {
  user_id: string;
  public_count: number;
  admin_only_count: number;
}

/** The same by author and day. */
export interface PostAuthorDayRow extends PostDayRow {
  user_id: string;
}

export interface PostTables {
  posts: PostRow;
  likes: LikeRow;
  post_days: PostDayRow;
  post_authors: PostAuthorRow;
  post_author_days: PostAuthorDayRow;
}
