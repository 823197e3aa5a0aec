export const time = {
  now: 'just now',
  recently: 'Recently',
  unknown: 'Unknown date',
} as const;
