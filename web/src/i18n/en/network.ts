export const network = {
  back: 'Back online',
  kept: 'You are offline. This is how it looked {when}.',
  lost: 'No connection',
  offline: 'No connection. Please check your internet and try again.',
  timeout: 'This is taking too long. Please try again.',
  unexpected: 'An unexpected error occurred',
} as const;
