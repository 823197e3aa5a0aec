/** The sentences of both sides that the app says itself on its first screens, in English: they come before all others. */
export const en = {
  POST_ID_REQUIRED: 'Post ID is required',
  POST_NOT_FOUND: 'Post not found',
  fieldRequired: 'This field is required',
} as const;
