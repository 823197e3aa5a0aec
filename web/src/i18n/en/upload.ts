export const upload = {
  compressionFailed: 'Image compression failed',
  compressionLoadFailed: 'Failed to load image for compression',
  failed: 'Upload failed',
  noUrl: 'Image upload succeeded but no URL was returned.',
  timedOut: 'Upload timed out. Please try with a smaller image or better connection.',
  connectionLost: 'Network connection lost. Please check your internet connection and try again.',
} as const;
