export const notifications = {
  deviceOff: 'This device does not notify you yet.',
  deviceOn: 'This device notifies you.',
  failed: 'Notifications could not be turned on here. Please try again.',
  hint: 'For new messages.',
  hintAdmin: 'For new messages, comments and reports.',
  refused:
    'Off on this device: your browser does not let {site} notify you. To allow it, open the site settings beside the address and set notifications to “Allow”.',
  posts: 'For new posts too',
  text: 'Show what was written',
  textHint: 'The words then stand on a locked screen as well.',
  title: 'Notifications',
  turnOff: 'Turn off here',
  turnOn: 'Turn on here',
  unsupported: 'This browser cannot notify you. On an iPhone or iPad, add {site} to the home screen first.',
} as const;
