/** What screens and other features may use of the activity. */

export { ActivityList } from './ActivityList.tsx';
export { followActivity } from './follow.ts';
export { useActivity } from './use-activity.ts';
