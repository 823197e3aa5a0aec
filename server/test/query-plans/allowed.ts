/** A statement that may read a table from one end to the other. */
interface Allowed {
  /** The beginning of its source's path. */
  readonly from: string;
  readonly tables: readonly string[];
  readonly why: string;
}

/** Who adds one here says how many rows that can be, or who waits for it. */
export const allowed: readonly Allowed[] = [
  { from: 'src/platform/db/', tables: ['migrations'], why: 'one row for each migration, at a start' },
  { from: 'src/backup/store.ts', tables: ['migrations'], why: 'one row for each migration, at a backup' },
  { from: 'src/move/store.ts', tables: ['post_days'], why: 'a move copies every row, a batch at a time' },
  { from: 'src/accounts/new-accounts/setup-store.ts', tables: ['setup_codes'], why: 'one row' },
  {
    from: 'src/uploads/chunk-store.ts',
    tables: ['upload_chunks'],
    why: 'which uploads have chunks, once a minute in the background; only those of open uploads are kept',
  },
  {
    from: 'src/accounts/store.ts',
    tables: ['users'],
    why: 'the list of people, which admins search by parts of words, and how many admins there are; a site has hundreds',
  },
  {
    from: 'src/about/store.ts',
    tables: ['users'],
    why: 'the first ten admins, by the index that holds no others',
  },
  {
    from: 'src/accounts/new-accounts/waiting-store.ts',
    tables: ['messages', 'media', 'users', 'comments'],
    why: 'foreign keys without an index by person, looked at where an admin declines an account, in a thread',
  },
  {
    from: 'src/messages/store-recipients.ts',
    tables: ['users'],
    why: 'people to write to, by parts of names, in a thread; a site has hundreds',
  },
  {
    from: 'src/audit/store.ts',
    tables: ['audit'],
    why: 'the list for admins, newest first: acts are looked for among the sign-ins and refusals between them',
  },
  {
    from: 'src/dashboard/store.ts',
    tables: ['users', 'comments', 'post_authors', 'messages', 'likes', 'media'],
    why: 'totals of a page for admins, in a thread',
  },
  {
    from: 'src/activity/store.ts',
    tables: ['comments', 'likes', 'comment_reactions'],
    why: 'the total of the list for admins, in a thread; its rows come by indexes, in parts that carry these names',
  },
  {
    from: 'src/comments/store-reports.ts',
    tables: ['comment_reports'],
    why: 'all reports that are open, by the index that holds no others',
  },
  {
    from: 'src/posts/store-totals.ts',
    tables: ['post_days', 'post_authors', 'post_author_days'],
    why: 'the sum over those who have written posts; days by `posts recount`, and for the years of the feed, which are kept',
  },
  {
    from: 'src/push/store-notices.ts',
    tables: ['push_notices', 'push_subscriptions', 'users'],
    why: 'in the background: notifications live for days, and one goes to everybody who wants it',
  },
  { from: 'src/uploads/store.ts', tables: ['upload_sessions'], why: 'uploads that have not become a post' },
  {
    from: 'src/views/store.ts',
    tables: ['views', 'view_days', 'posts'],
    why: '`views recount`, and the hourly job on records that live for nine hours',
  },
];
