export const account = {
  blocked: 'Blocked people',
  blockedNobody: 'You have blocked nobody.',
  data: 'Your data',
  dataCancel: 'Cancel the download',
  dataDownload: 'Download my data',
  dataDownloading: 'Downloading: {size}',
  dataFailed: 'Your data could not be downloaded. Please try again.',
  dataReady: 'Your data is saved as {name}.',
  dataText: 'Your posts, comments, messages and pictures in one zip file, with a page to read them.',
  endOf: 'Sign out: {device}',
  unblock: 'Lift the block',
  unblockOf: 'Lift the block: {username}',
} as const;
