/** What screens and other features may use of the cleanup. */

export { DraftCleanup } from './drafts/DraftCleanup.tsx';
export { MediaCleanup } from './media/MediaCleanup.tsx';
