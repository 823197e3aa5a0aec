export const network = {
  offline: 'No connection. Please check your internet and try again.',
  timeout: 'This is taking too long. Please try again.',
  unexpected: 'An unexpected error occurred',
} as const;
