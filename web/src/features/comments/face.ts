/** What screens and other features may use of comments. It loads next to nothing until a sheet is opened. */

export { CommentsSheet } from './CommentsSheet.tsx';
export { refreshComments } from './cache.ts';
export { GuestComments } from './GuestComments.tsx';
export { ReportCounts } from './report/ReportCounts.tsx';
export { reasonLabel } from './report/reasons.ts';
export { useComments } from './use-comments.tsx';
