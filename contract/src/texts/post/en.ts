/** What is said in English of a post that cannot be shown: the app knows it before it loads the other sentences. */
export const en = {
  POST_ID_REQUIRED: 'Post ID is required',
  POST_NOT_FOUND: 'Post not found',
} as const;
