/** What an admin reads who sets the counts that are shown of a post. */
export const counts = {
  countChanged: 'Somebody else has set this to {extra} meanwhile. Save again to set yours.',
  extraHint: 'Added to the real ones, for everybody to see.',
  extraLikes: 'Extra likes',
  extraViews: 'Extra views',
  likesFailed: 'Failed to update likes: {error}',
  likesSaved: 'The likes are set.',
  shownLikes: 'Shown to everybody',
  shownViews: 'Shown to everybody',
  viewsFailed: 'Failed to update views: {error}',
  viewsSaved: 'The views are set.',
} as const;
