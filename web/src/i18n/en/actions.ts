/** What buttons say, wherever they stand. */
export const actions = {
  back: 'Back',
  cancel: 'Cancel',
  clear: 'Clear',
  close: 'Close',
  delete: 'Delete',
  done: 'Done',
  edit: 'Edit',
  goBack: 'Go Back',
  goHome: 'Go to the feed',
  more: 'More options',
  remove: 'Remove',
  retry: 'Try Again',
  save: 'Save',
  view: 'View',
} as const;
